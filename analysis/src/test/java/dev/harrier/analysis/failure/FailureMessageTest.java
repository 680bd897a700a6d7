package dev.harrier.analysis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
                    """)
                .map(FailureMessage::shown))
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
                    """)
                .map(FailureMessage::shown))
        .contains("m_test.go:12: Error: Not equal: expected: 1 actual : 2");
  }

  @Test
  void hasNoPlacesOfAnOlderTrace() {
    assertThat(
            FailureMessage.in(
                    """
                    --- FAIL: TestM (0.00s)
                        m_test.go:12:\s
                            \tError Trace:\tm_test.go:12
                            \t            \t\t\t\thelp.go:30
                            \tError:      \tShould be true
                    FAIL
                    """)
                .map(FailureMessage::shown))
        .contains("m_test.go:12: Error: Should be true");
  }

  @Test
  void isOneShortLine() {
    assertThat(
            FailureMessage.in("panic: no\u001b[2J way\n\ngoroutine 1 [running]:\n")
                .map(FailureMessage::shown))
        .contains("panic: no [2J way");
    assertThat(FailureMessage.in("    m_test.go:1: " + "x".repeat(1000)).orElseThrow().text())
        .hasSize(203)
        .endsWith("...");
    assertThat(FailureMessage.in("FAIL\n")).isEmpty();
    assertThat(FailureMessage.in("    m_test.go:99999999999: no line of ours\n")).isEmpty();
  }

  @Test
  void hasAShapeWithoutValues() {
    assertThat(List.of("got 3, want 4", "got -12.5ms, want 0x3f"))
        .extracting(FailureMessageTest::shape)
        .containsOnly("got _, want _");
    assertThat(List.of("no 'a' in [a b] of \"x\"", "no 'bc' in [] of \"\""))
        .extracting(FailureMessageTest::shape)
        .containsOnly("no _ in _ of _");
    assertThat(shape("timed out")).isNotEqualTo(shape("closed"));
  }

  private static String shape(String text) {
    return new FailureMessage("m_test.go", 1, text).shape();
  }
}
