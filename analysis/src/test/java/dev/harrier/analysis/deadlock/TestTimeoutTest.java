package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analysed.inTest;
import static dev.harrier.analysis.Analysed.message;
import static dev.harrier.analysis.Analysed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestTimeoutTest {
  @Test
  void aTestThatIsBlockedAtItsTimeLimit() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.TestIt a.go:3
            g7 block [chan receive] o1 @ app.TestIt a.go:4
            g9 panic "test timed out after 1s" @ testing.(*M).startAlarm.func1 testing.go:9
            g9 fatal "test timed out after 1s" @ testing.(*M).startAlarm.func1 testing.go:9
            g9 checkpoint [crash] g7 waiting [chan receive] g9 running
            """);
    assertThat(summary(findings)).containsExactly("test-timeout 4");
    assertThat(message(findings.getFirst()))
        .isEqualTo("the test ran into its time limit, blocked in chan receive");
  }

  @Test
  void aTestThatIsBusyAtItsTimeLimit() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.TestIt a.go:3
            g0 checkpoint [timeout] g7 running
            """);
    assertThat(summary(findings)).containsExactly("test-timeout 3");
    assertThat(message(findings.getFirst())).contains("still busy");
  }
}
