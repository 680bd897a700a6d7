package dev.harrier.analysis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The user asks Harrier to end while it still reads. */
final class EndedAnalysisTest {
  private static final String LEAK =
      """
      g1 test-begin t1 TestA @ testing.tRunner testing.go:1
      g1 make o1 @ m.A a.go:1
      g1 spawn g2 m.f a.go:3 @ m.A a.go:2
      g2 block [chan send] o1 @ m.f a.go:3
      g1 test-end t1 passed @ testing.tRunner testing.go:2
      g1 checkpoint [test end] t1 g1 running g2 leaked [chan send]
      """;

  /** Events that no rule has anything to say about. */
  private static final String WORK =
      "g1 acquire o9 @ m.B a.go:8\ng1 release o9 @ m.B a.go:9\n".repeat(20_000);

  @Test
  void whatWasFoundUntilThenIsTheResult() {
    Trace trace = TextTrace.parse(LEAK + WORK);
    AtomicInteger asked = new AtomicInteger();
    Engine engine =
        new Engine(Catalog.rules(), Analyzed.context(), () -> asked.incrementAndGet() > 3);
    AnalysisResult result = engine.run(trace);
    assertThat(result.findings())
        .extracting(Finding::rule)
        .extracting(rule -> rule.id())
        .containsExactly("goroutine-leak");
    assertThat(result.events()).isLessThan(20_000);
    assertThat(result.completeness()).isInstanceOf(Completeness.Partial.class);
  }

  @Test
  void nothingIsReadThatIsNotWaitedFor() {
    AnalysisResult result =
        new Engine(Catalog.rules(), Analyzed.context(), () -> true)
            .run(TextTrace.parse(LEAK + WORK));
    assertThat(result.events()).isZero();
    assertThat(result.findings()).isEmpty();
  }
}
