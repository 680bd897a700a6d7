package dev.harrier.toolchain.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoVersionTest {
  @Test
  void readsWhatGoCallsItself() {
    assertThat(GoVersion.parse("go1.26.8")).contains(new GoVersion(1, 26, 8));
    assertThat(GoVersion.parse("go1.27")).contains(new GoVersion(1, 27, 0));
    assertThat(GoVersion.parse("go1.27rc2")).contains(new GoVersion(1, 27, 0));
    assertThat(GoVersion.parse("go1.26.8 X:nodwarf5")).contains(new GoVersion(1, 26, 8));
  }

  @Test
  void isEmptyForADevelopmentVersion() {
    assertThat(GoVersion.parse("devel go1.28-abcdef")).isEmpty();
  }

  @Test
  void ordersByNumberNotByText() {
    assertThat(new GoVersion(1, 9, 0)).isLessThan(new GoVersion(1, 10, 0));
    assertThat(new GoVersion(1, 26, 10).atLeast(26)).isTrue();
    assertThat(new GoVersion(1, 25, 99).atLeast(26)).isFalse();
  }
}
