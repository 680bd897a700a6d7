package dev.harrier.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TurnTableTest {
  private static Interleaving.Turn turn(long goroutine, Action action) {
    return new Interleaving.Turn(
        new Operation(new GoroutineId(goroutine), action, Site.UNKNOWN, 1, 1, 1),
        new Interleaving.Reason.Continues(),
        Optional.empty());
  }

  /** The message of an assertion may be long. */
  @Test
  void oneLongRowWidensNoColumn() {
    String message = "x".repeat(300);
    List<GoroutineId> columns = List.of(new GoroutineId(1), new GoroutineId(2));
    List<String> lines =
        TurnTable.lines(
            new Interleaving(
                columns,
                List.of(
                    turn(2, new Action.Exited()),
                    turn(1, new Action.FailedTest("TestM", Optional.of(message)))),
                List.of()),
            _ -> false);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).hasSizeLessThan(120).endsWith("exited");
    assertThat(lines.get(1).indexOf("exited")).isEqualTo(lines.getFirst().indexOf("g2"));
    assertThat(lines.getLast()).contains(message);
  }
}
