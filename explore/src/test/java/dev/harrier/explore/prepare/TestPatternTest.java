package dev.harrier.explore.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "TestA TestA",
        "TestA/one TestA",
        "TestA/one|TestB/two/three TestA|TestB",
        "Test(A|B/C)/one Test(A|B/C)",
        "Test[|/(]/one Test[|/(]",
        "Test\\/A/one Test\\/A",
        "TestA|TestB\\ TestA|TestB\\",
        "TestA| .",
        "/one ."
      })
  void topLevel(String text, String expected) {
    assertThat(TestPattern.of(text).topLevel()).isEqualTo(expected);
  }

  @Test
  void everythingIsMeantByNothing() {
    TestPattern all = TestPattern.of("");
    assertThat(all.topLevel()).isEqualTo(".");
    assertThat(all.below("TestA")).isEmpty();
    assertThat(all.patterns()).isEmpty();
  }

  @Test
  void subtestsOfEachTest() {
    TestPattern pattern = TestPattern.of("TestA/one/x|TestB/two|Test[AC]/three|TestD|TestD/four");
    assertThat(pattern.below("TestA")).isEqualTo("one/x|^TestA$/three");
    assertThat(pattern.below("TestB")).isEqualTo("two");
    assertThat(pattern.below("TestD")).isEmpty();
    assertThat(TestPattern.of("^TestA$/" + pattern.below("TestA")).below("TestA"))
        .isEqualTo("one/x|^TestA$/three");
  }

  @Test
  void allOfATestIsMeantWithoutASlash() {
    TestPattern pattern = TestPattern.of("TestA/one|TestB$|(?P<x>");
    assertThat(pattern.coversAllOf("TestA")).isFalse();
    assertThat(pattern.coversAllOf("TestB")).isTrue();
    assertThat(pattern.coversAllOf("TestBC")).isFalse();
  }
}
