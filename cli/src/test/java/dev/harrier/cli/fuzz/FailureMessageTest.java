package dev.harrier.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FailureMessageTest {
  @Test
  void isThatOfTheFirstFailedAssertion() {
    assertThat(
            FailureMessage.in(
                """
                --- FAIL: TestM (0.00s)
                    m_test.go:12: got 3, want 4
                    m_test.go:13: and then
                FAIL
                """))
        .contains("m_test.go:12: got 3, want 4");
  }

  @Test
  void hasAllLinesOfAMessageButNotItsTrace() {
    assertThat(
            FailureMessage.in(
                """
                --- FAIL: TestM (0.00s)
                    m_test.go:12:\s
                        \tError Trace:\t/home/me/m/m_test.go:12
                        \tError:      \tNot equal:\s
                        \t            \texpected: 1
                        \t            \tactual  : 2
                        \tTest:       \tTestM
                FAIL
                """))
        .contains("m_test.go:12: Error: Not equal: expected: 1 actual : 2 Test: TestM");
  }

  @Test
  void isOneShortLine() {
    assertThat(FailureMessage.in("panic: no\u001b[2J way\n\ngoroutine 1 [running]:\n"))
        .contains("panic: no [2J way");
    assertThat(FailureMessage.in("    m_test.go:1: " + "x".repeat(1000)).orElseThrow())
        .hasSize(203)
        .endsWith("...");
    assertThat(FailureMessage.in("FAIL\n")).isEmpty();
  }
}
