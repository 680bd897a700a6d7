package dev.harrier.explore.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Witness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which causes executions can be directed at. */
final class CauseTrialTest {
  private static Cause.Orders under(Cause.Under under) {
    return new Cause.Orders(
        List.of(), under, new Witness.Reproduction(10, 10), new Witness.Reproduction(10, 10));
  }

  /** The decisions of a simplified schedule are not those of the one that the finding has. */
  @Test
  void onlyOrdersAloneAreThoseOfTheSchedule() {
    assertThat(under(Cause.Under.DEFAULT_ORDER).ofSimplified().under())
        .isEqualTo(Cause.Under.DEFAULT_ORDER);
    for (Cause.Under needed : List.of(Cause.Under.EARLIER_DECISIONS, Cause.Under.ALL_DECISIONS)) {
      Cause.Orders cause = under(needed).ofSimplified();
      assertThat(cause.under()).isEqualTo(Cause.Under.OTHER_DECISIONS);
      assertThat(CauseTrial.isDirectable(cause)).isFalse();
    }
    assertThat(CauseTrial.isDirectable(under(Cause.Under.EARLIER_DECISIONS))).isTrue();
  }
}
