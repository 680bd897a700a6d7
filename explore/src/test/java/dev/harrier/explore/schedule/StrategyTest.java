package dev.harrier.explore.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrategyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "random", "pct1", "pct3", "pct16", "pos", "yield0", "yield4", "default", "slices", "places"
      })
  void isReadAsItIsWritten(String text) {
    assertThat(Strategy.parse(text)).map(Strategy::toString).hasValue(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pct", "pct0", "pct17", "yield17", "yield-1", "Random", "pct03 "})
  void anythingElseIsUnknown(String text) {
    assertThat(Strategy.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 17, -1})
  void depthsOutOfRangeAreRefused(int depth) {
    assertThatThrownBy(() -> new Strategy.Priorities(depth))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1 to 16");
  }
}
