package dev.harrier.analysis.engine;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Deadlocks of bubbles of testing/synctest that a test expects, and others. */
final class BubbleDeadlocksTest {
  /** Goroutine 7 runs the bubble of 8, whose goroutine 9 it leaves behind with a lock. */
  private static final String DEADLOCK =
      """
      g7 spawn g8 testing/synctest.Test.func1 synctest.go:290 @ testing/synctest.Test synctest.go:280 < app.TestIt a_test.go:3
      g8 make o1 @ testing/synctest.testingSynctestTest testing.go:2137
      g8 spawn g9 testing.tRunner testing.go:2036 @ testing/synctest.testingSynctestTest testing.go:2150
      g8 block [chan receive] o1 @ testing/synctest.testingSynctestTest testing.go:2151
      g9 test-begin t2 TestIt
      g9 make o2 @ app.relay a.go:8
      g9 acquire o3 @ app.relay a.go:9
      g9 block [chan receive] o2 @ app.relay a.go:10 < app.TestIt.func1 a_test.go:4
      g7 checkpoint [synctest deadlock] g7 running g8 waiting [chan receive] g9 waiting [chan receive]
      g7 panic "deadlock: all goroutines in bubble are blocked" @ internal/synctest.Run synctest.go:250 < testing/synctest.Test synctest.go:281 < app.TestIt a_test.go:3
      """;

  private static final String TEST_RECOVERS =
      "g7 recover @ app.TestIt.func1 a_test.go:7 < runtime.gopanic panic.go:5 < app.TestIt a_test.go:3\n";

  private static final String DRIVER_RECOVERS =
      "g7 recover @ testing.tRunner.func1 testing.go:7 < runtime.gopanic panic.go:5 < app.TestIt a_test.go:3\n";

  private static final String CRASH =
      """
      g7 fatal "deadlock: all goroutines in bubble are blocked" @ testing.tRunner.func1 testing.go:9 < runtime.gopanic panic.go:5 < internal/synctest.Run synctest.go:250 < testing/synctest.Test synctest.go:281 < app.TestIt a_test.go:3
      g7 checkpoint [crash] g7 running
      """;

  @Test
  void whatATestRecoversAndPassesWithItExpects() {
    assertThat(inTest(DEADLOCK + TEST_RECOVERS + "g7 test-end t1 passed\n")).isEmpty();
  }

  @Test
  void aTestThatFailsByItDoesNotExpectIt() {
    assertThat(
            summary(inTest(DEADLOCK + TEST_RECOVERS + "g7 test-fail t1\ng7 test-end t1 failed\n")))
        .containsExactly("global-deadlock 10");
  }

  @Test
  void packageTestingExpectsNothing() {
    assertThat(summary(inTest(DEADLOCK + DRIVER_RECOVERS + CRASH)))
        .containsExactly("global-deadlock 10");
  }

  @Test
  void whatIsPanickedAgainIsNotRecovered() {
    String again =
        "g7 panic \"deadlock: all goroutines in bubble are blocked\" @ app.TestIt.func1 a_test.go:9\n";
    assertThat(summary(inTest(DEADLOCK + TEST_RECOVERS + again + DRIVER_RECOVERS + CRASH)))
        .containsExactly("global-deadlock 10");
  }

  @Test
  void aCrashForAnotherReasonSaysNothingOfWhatWasExpected() {
    assertThat(
            summary(
                inTest(
                    DEADLOCK
                        + TEST_RECOVERS
                        + "g7 fatal \"oops\" @ app.TestIt a_test.go:12\n"
                        + "g7 checkpoint [crash] g7 running\n")))
        .containsExactly("test-panic 12");
  }

  /** They never run again, and what they hold is freed with them. */
  @Test
  void whatTheGoroutinesOfABubbleThatIsOverHoldIsNotReported() {
    assertThat(
            inTest(
                DEADLOCK
                    + TEST_RECOVERS
                    + """
                    g7 test-end t1 passed
                    g0 collected o3
                    g1 checkpoint [process end] g1 running
                    """))
        .isEmpty();
  }
}
