package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NamesTest {
  @Test
  void sharesHaveTwoDigits() {
    assertThat(Names.percent(1)).isEqualTo("100 %");
    assertThat(Names.percent(0.41)).isEqualTo("41 %");
    assertThat(Names.percent(0.0996)).isEqualTo("10 %");
    assertThat(Names.percent(0.0123)).isEqualTo("1.2 %");
    assertThat(Names.percent(0.000_001)).isEqualTo("1.0e-04 %");
    assertThat(Names.percent(0)).isEqualTo("under 0.0000001 %");
  }
}
