package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Witness;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CausesTest {
  private static String line(int decisions, int shown, int tried) {
    return Causes.of(
        Witness.NONE.causedBy(
            Optional.of(new Cause.NoOrder(decisions, new Witness.Reproduction(shown, tried)))));
  }

  @Test
  void whereNoOrderDecidesTheScheduleDoes() {
    String tried = "no order of two operations decides, as far as was tried: ";
    assertThat(line(0, 0, 0)).isEqualTo(tried + "the default order shows the finding");
    assertThat(line(1, 0, 0)).isEqualTo(tried + "the decision of its schedule shows the finding");
    assertThat(line(3, 2, 5))
        .isEqualTo(
            tried
                + "the 3 decisions of its schedule show the finding, and so do 2 of 5 schedules with"
                + " two operations swapped");
  }

  @Test
  void whatWasNotLookedForHasAReason() {
    assertThat(Cause.Obstacle.values())
        .extracting(obstacle ->
            Causes.of(Witness.NONE.causedBy(Optional.of(new Cause.NotSought(obstacle)))))
        .containsExactly(
            "not looked for: some replays of the schedule do not show the finding",
            "not looked for: each run that shows the finding takes its whole time limit",
            "not looked for: the schedule was not simplified to single decisions");
  }
}
