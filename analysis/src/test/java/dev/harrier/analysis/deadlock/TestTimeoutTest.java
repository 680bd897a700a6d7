package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
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
        .isEqualTo("the test reached its time limit, blocked in chan receive");
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
    assertThat(message(findings.getFirst())).contains("still running");
  }

  /** Nothing takes a checkpoint in a process that is ended from outside. */
  @Test
  void aProcessThatIsEndedForItsTimeLimitIsLateToo() {
    Trace trace =
        TextTrace.parse(
            Analyzed.TEST_BEGINS
                + """
                g7 spawn g8 app.serve a.go:3 @ app.TestIt a.go:3
                g8 block [IO wait] @ app.serve a.go:4
                g7 block [chan receive] o1 @ app.TestIt a.go:5
                """);
    List<Finding> findings =
        new Engine(Catalog.rules(), Analyzed.context()).runToTimeLimit(trace, _ -> {}).findings();
    assertThat(findings)
        .singleElement()
        .satisfies(f -> assertThat(f.rule().id()).isEqualTo("test-timeout"))
        .satisfies(f -> assertThat(f.location().line()).isEqualTo(5))
        .satisfies(f ->
            assertThat(f.participants())
                .extracting(p -> p.id().value() + " " + p.part())
                .containsExactly("7 STUCK", "1 STILL_THERE", "8 STILL_THERE"));
  }

  /** What they wait for is there; they only had no turn yet. */
  @Test
  void whoseChannelIsClosedOrWhosePartnerWaitsCanRun() {
    Trace trace =
        TextTrace.parse(
            Analyzed.TEST_BEGINS
                + """
                g7 make o1 @ app.TestIt a.go:1
                g7 make o2 @ app.TestIt a.go:2
                g7 spawn g8 app.serve a.go:3 @ app.TestIt a.go:3
                g7 spawn g9 app.ask a.go:4 @ app.TestIt a.go:4
                g7 spawn g10 app.answer a.go:5 @ app.TestIt a.go:5
                g8 block [select] receive o1 @ app.serve a.go:6
                g9 block [chan send] o2 @ app.ask a.go:7
                g10 block [chan receive] o2 @ app.answer a.go:8
                g7 close o1 @ app.TestIt a.go:9
                g7 block [chan receive] o3 @ app.TestIt a.go:10
                """);
    List<Finding> findings =
        new Engine(Catalog.rules(), Analyzed.context()).runToTimeLimit(trace, _ -> {}).findings();
    assertThat(findings)
        .singleElement()
        .satisfies(f -> assertThat(f.rule().id()).isEqualTo("test-timeout"))
        .satisfies(f ->
            assertThat(f.participants())
                .filteredOn(p -> p.condition() instanceof Participant.Condition.Running)
                .extracting(p -> p.id().value())
                .contains(8L, 9L, 10L));
  }

  /**
   * The cache is reachable, and its janitor continues: no proof. But no goroutine that ever helped
   * can.
   */
  @Test
  void thatAllWhoEverReleasedAreStuckIsEvidence() {
    String stuck =
        """
        g7 spawn g8 app.work a.go:3 @ app.TestIt a.go:3
        g7 spawn g9 app.work a.go:3 @ app.TestIt a.go:3
        g7 spawn g10 app.janitor a.go:2 @ app.TestIt a.go:2
        g7 make o3 @ app.TestIt a.go:1
        g9 send o3 unblocking @ app.work a.go:7
        g8 receive o3 @ app.work a.go:8
        g7 add o2 +2 @ app.TestIt a.go:3
        g8 acquire o1 @ app.work a.go:9
        g8 block [chan receive] o3 @ app.work a.go:10
        g9 block [sync.Mutex.Lock] o1 @ app.work a.go:11
        g7 block [sync.WaitGroup.Wait] o2 @ app.TestIt a.go:5
        """;
    String checkpoint =
        "g0 checkpoint [timeout] timers 1 g7 waiting [sync.WaitGroup.Wait] g8 waiting [chan"
            + " receive] g9 waiting [sync.Mutex.Lock] g10 running\n";
    assertThat(evidence(stuck + checkpoint)).contains(new Evidence.ReleasersStuck());
    assertThat(evidence("g10 send o3 @ app.janitor a.go:20\n" + stuck + checkpoint))
        .isNotEmpty()
        .doesNotContain(new Evidence.ReleasersStuck());
  }

  /** The limit is that of the package: the tests before this one used it up. */
  @Test
  void aTestThatBeganShortlyBeforeTheTimeLimitIsSuspiciousOnly() {
    String test =
        """
        time %d
        g1 spawn g7 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:3
        g7 test-begin t1 TestIt
        g7 make o1 @ app.TestIt a.go:3
        g7 block [chan receive] o1 @ app.TestIt a.go:4
        time 60000000000
        g0 checkpoint [timeout] timers 1 g7 waiting [chan receive]
        """;
    assertThat(Analyzed.findings(test.formatted(59_000_000_000L)))
        .singleElement()
        .satisfies(f -> assertThat(f.strength()).isEqualTo(Strength.SUSPICIOUS))
        .satisfies(f ->
            assertThat(f.explanation().doubts())
                .containsExactly(new Doubt.BegunLate(1000, 60_000)));
    assertThat(Analyzed.findings(test.formatted(20_000_000_000L)))
        .singleElement()
        .satisfies(f -> assertThat(f.strength()).isEqualTo(Strength.OBSERVED));
  }

  /** No other test of the package ran in it, whatever came before the test began. */
  @Test
  void theLimitOfAnExecutionIsThatOfItsTest() {
    Trace trace =
        TextTrace.parse(
            "time 900\n"
                + Analyzed.TEST_BEGINS
                + """
                g7 block [chan receive] o1 @ app.TestIt a.go:5
                time 1000
                """);
    assertThat(
            new Engine(Catalog.rules(), Analyzed.context())
                .runToTimeLimit(trace, _ -> {})
                .findings())
        .singleElement()
        .satisfies(f -> assertThat(f.explanation().doubts()).isEmpty());
  }

  private static List<Evidence> evidence(String trace) {
    return inTest(trace).stream()
        .filter(f -> f.rule().id().equals("test-timeout"))
        .flatMap(f -> f.explanation().evidence().stream())
        .toList();
  }
}
