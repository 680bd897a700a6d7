package dev.harrier.model.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How likely a silence is. */
final class FixCheckTest {
  private static double chance(long shown, long executions, long silent) {
    return FixCheck.silenceByLuck(
            Optional.of(new FixCheck.Search(executions, shown, false)),
            Optional.of(new FixCheck.Search(silent, 0, false)))
        .orElseThrow();
  }

  /** That one of one execution showed it does not say that the next one does. */
  @Test
  void fewExecutionsThatAllShowedItAreNoCertainty() {
    assertThat(chance(1, 1, 1)).isEqualTo(0.5);
    assertThat(chance(1, 1, 2)).isEqualTo(0.25);
    assertThat(chance(20, 20, 1)).isBetween(0.04, 0.05);
    assertThat(chance(20, 20, 500)).isLessThan(1e-12);
  }

  @Test
  void whatWasNeverShownHasNoChance() {
    assertThat(
            FixCheck.silenceByLuck(
                Optional.of(new FixCheck.Search(10, 0, false)),
                Optional.of(new FixCheck.Search(10, 0, false))))
        .isEmpty();
  }
}
