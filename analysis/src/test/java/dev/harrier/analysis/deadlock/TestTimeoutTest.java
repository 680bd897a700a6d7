package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analysed.inTest;
import static dev.harrier.analysis.Analysed.message;
import static dev.harrier.analysis.Analysed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analysed;
import dev.harrier.analysis.catalogue.Catalogue;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
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

  /** Nothing takes a checkpoint in a process that is ended from outside. */
  @Test
  void aProcessThatIsEndedForItsTimeLimitIsLateToo() {
    Trace trace =
        TextTrace.parse(
            Analysed.TEST_BEGINS
                + """
                g7 spawn g8 app.serve a.go:3 @ app.TestIt a.go:3
                g8 block [IO wait] @ app.serve a.go:4
                g7 block [chan receive] o1 @ app.TestIt a.go:5
                """);
    List<Finding> findings =
        new Engine(Catalogue.rules(), Analysed.context()).runToTimeLimit(trace, _ -> {}).findings();
    assertThat(findings)
        .singleElement()
        .satisfies(f -> assertThat(f.rule().id()).isEqualTo("test-timeout"))
        .satisfies(f -> assertThat(f.location().line()).isEqualTo(5))
        .satisfies(f ->
            assertThat(f.participants())
                .extracting(p -> p.id().value() + " " + p.part())
                .containsExactly("7 STUCK", "1 STILL_THERE", "8 STILL_THERE"));
  }
}
