package dev.harrier.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PluralsTest {
  @Test
  void oneIsNoneOfMany() {
    assertThat(Plurals.count(1, "test")).isEqualTo("1 test");
    assertThat(Plurals.count(0, "test")).isEqualTo("0 tests");
    assertThat(Plurals.count(1_000, "process", "processes")).isEqualTo("1,000 processes");
  }
}
