package dev.harrier.analysis.stuck;

import static dev.harrier.analysis.Analyzed.TEST_BEGINS;
import static dev.harrier.analysis.Analyzed.proof;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Test binaries that were built without Harrier: nothing asks the collector. */
final class TestLeftoversTest {
  private static final String WORKER =
      """
      g7 make o1 @ app.start a.go:3
      g7 spawn g8 app.work a.go:4 @ app.start a.go:5
      g8 block [chan receive] o1 @ app.work a.go:6
      """;

  private static final String ENDS =
      """
      g7 test-end t1 unknown
      g7 exit
      g1 checkpoint [process end] g1 running g8 waiting [chan receive]
      """;

  /** A trace as a log has it. */
  private record Logged(Trace trace) implements Trace {
    @Override
    public boolean asksCollector() {
      return false;
    }

    @Override
    public TraceHeader header() {
      return trace.header();
    }

    @Override
    public Completeness replay(Consumer<? super Event> sink) {
      return trace.replay(sink);
    }

    @Override
    public Goroutine goroutine(GoroutineId id) {
      return trace.goroutine(id);
    }

    @Override
    public SyncObject object(ObjectId id) {
      return trace.object(id);
    }

    @Override
    public Stack stack(StackId id) {
      return trace.stack(id);
    }

    @Override
    public dev.harrier.model.trace.Test test(TestId id) {
      return trace.test(id);
    }
  }

  private static List<Finding> findings(String trace) {
    return new Engine(Catalog.rules(), Analyzed.context())
        .run(new Logged(TextTrace.parse(TEST_BEGINS + trace)))
        .findings();
  }

  @Test
  void aReceiverThatOnlyItsTestKnewIsLeftBehind() {
    List<Finding> findings = findings(WORKER + ENDS);

    assertThat(summary(findings)).containsExactly("goroutine-leak 6");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(proof(findings.getFirst())).startsWith("its test has ended");
  }

  @Test
  void whereTheCollectorWasAskedItsAnswerCounts() {
    assertThat(Analyzed.inTest(WORKER + ENDS)).isEmpty();
  }

  @Test
  void whatSomebodyElseUsesIsKept() {
    assertThat(findings(WORKER + "g1 send o1 @ main.main m.go:9\n" + ENDS)).isEmpty();
  }

  @Test
  void whatNoGoroutineOfTheTestMadeIsKept() {
    assertThat(findings(WORKER.substring(WORKER.indexOf('\n') + 1) + ENDS)).isEmpty();
  }

  @Test
  void aWorkerMadeUnderALockMayBeKeptForAll() {
    assertThat(
            findings(
                """
                g7 acquire o9 @ app.pool a.go:2
                %sg7 release o9 @ app.pool a.go:7
                """
                        .formatted(WORKER)
                    + ENDS))
        .isEmpty();
  }

  @Test
  void whileAnotherGoroutineOfTheTestCanRunNothingIsReported() {
    assertThat(
            findings(
                "g7 spawn g9 app.other a.go:8 @ app.start a.go:9\n"
                    + WORKER
                    + ENDS.replace("g8 waiting", "g9 runnable g8 waiting")))
        .isEmpty();
  }

  @Test
  void whileATimerIsSetNothingIsReported() {
    assertThat(findings(WORKER + ENDS.replace("[process end]", "[process end] timers 1")))
        .isEmpty();
  }

  @Test
  void whileItsTestRunsNothingIsReported() {
    assertThat(
            findings(
                WORKER
                    + "g1 checkpoint [process end] g1 running g7 waiting [sleep] g8 waiting [chan receive]"))
        .isEmpty();
  }

  @Test
  void whoCanNeverGoOnAtTheTimeLimitIsStuck() {
    List<Finding> findings =
        findings(
            """
            g7 acquire o1 @ app.add a.go:3
            g7 block [sync.Mutex.Lock] o1 @ app.add a.go:4 < app.TestIt a_test.go:5
            g0 spawn g9 testing.(*M).startAlarm.func1 testing.go:9 @ time.goFunc sleep.go:1
            g9 panic "test timed out after its limit" @ testing.(*M).startAlarm.func1 testing.go:9
            g9 checkpoint [crash] g1 waiting [chan receive] g7 waiting [sync.Mutex.Lock] g9 running
            """);
    assertThat(summary(findings)).containsExactly("double-lock 4");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
  }
}
