package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TurnLengthTest {
  private static int quick(int length, boolean brought) {
    return TurnLength.after(length, brought, Duration.ofMillis(10L * length), length);
  }

  @Test
  void whatBringsSomethingHasLongerTurns() {
    assertThat(quick(TurnLength.FIRST, true)).isEqualTo(16);
    assertThat(quick(16, true)).isEqualTo(32);
    assertThat(quick(128, true)).isEqualTo(256);
    assertThat(quick(256, true)).isEqualTo(TurnLength.LONGEST);
  }

  @Test
  void whatBringsNothingHasShortOnes() {
    assertThat(quick(TurnLength.FIRST, false)).isEqualTo(TurnLength.SHORTEST);
    assertThat(quick(256, false)).isEqualTo(TurnLength.SHORTEST);
  }

  @Test
  void aTurnTakesSeconds() {
    assertThat(TurnLength.after(16, false, Duration.ofSeconds(16), 16)).isEqualTo(4);
    assertThat(TurnLength.after(16, true, Duration.ofSeconds(160), 16)).isEqualTo(1);
    assertThat(TurnLength.after(16, true, Duration.ZERO, 0)).isEqualTo(32);
  }
}
