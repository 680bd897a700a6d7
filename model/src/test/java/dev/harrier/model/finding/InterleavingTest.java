package dev.harrier.model.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Interleaving.Details;
import dev.harrier.model.finding.Interleaving.Reason;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InterleavingTest {
  private static Turn turn(int line, Reason reason, long jumped) {
    Site site = new Site("m.f", "m.go", line);
    return new Turn(
        new Operation(new GoroutineId(1), new Action.TookDefault(), site, 1, line, line),
        reason,
        Optional.of(
            new Details(
                Optional.empty(),
                Optional.empty(),
                "",
                Details.NO_CASE,
                jumped,
                Optional.empty())));
  }

  /** What comes next has its reason, and the time that passed until it. */
  @Test
  void aRowThatIsLeftOutLeavesItsReasonAndItsTime() {
    Reason fired = new Reason.TimerFired();
    Interleaving table =
        new Interleaving(
            List.of(new GoroutineId(1)),
            List.of(
                turn(1, new Reason.Continues(), 0),
                turn(2, fired, 7),
                turn(3, new Reason.Continues(), 5)),
            List.of());

    List<Turn> left = table.without(turn -> turn.operation().site().line() == 2).turns();

    assertThat(left).containsExactly(turn(1, new Reason.Continues(), 0), turn(3, fired, 12));
  }
}
