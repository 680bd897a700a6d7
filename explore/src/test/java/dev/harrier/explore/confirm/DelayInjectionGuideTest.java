package dev.harrier.explore.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DelayInjectionGuideTest {
  private static final Target TEST = SampleTargets.of("app", "TestIt");

  /** The locks are taken in both orders, one after the other. */
  private static final String OPPOSITE =
      """
      g1 spawn g2 app.a a.go:1 @ app.main a.go:20
      g1 spawn g3 app.b a.go:2 @ app.main a.go:21
      g2 acquire o1 @ app.a a.go:3
      g2 acquire o2 @ app.a a.go:4
      g2 release o2 @ app.a a.go:5
      g2 release o1 @ app.a a.go:6
      g3 acquire o2 @ app.b a.go:7
      g3 acquire o1 @ app.b a.go:8
      g3 release o1 @ app.b a.go:9
      g3 release o2 @ app.b a.go:10
      """;

  private final DelayInjectionGuide guide = new DelayInjectionGuide(new NativeGuide());

  /** Of a run in which each operation is in the code at the number of its line. */
  private static Result result(boolean happened) {
    Trace trace = TextTrace.parse(OPPOSITE);
    DelayInjectionRecorder recorder =
        new DelayInjectionRecorder(
            id -> Optional.of(new SymbolOffset(1, trace.stack(id).frames().getFirst().line())));
    AnalysisContext context = new AnalysisContext(List.of("app"), "", SourceLines.none());
    List<Finding> findings =
        new ArrayList<>(
            new Engine(Catalog.rules(), context).run(trace, Recorded.showing(recorder)).findings());
    List<DelayInjection> injections = Recorded.end(recorder, findings);
    assertThat(injections)
        .extracting(DelayInjection::places)
        .containsExactly(Set.of(new SymbolOffset(1, 4), new SymbolOffset(1, 8)));
    if (happened) {
      findings.add(findings.getFirst().with(Strength.OBSERVED));
    }
    return SampleResults.passed(
        findings, Observations.none().with(DelayInjectionRecorder.INJECTIONS, injections));
  }

  private Plan next() {
    return guide.next(TEST, 0, 1).plan();
  }

  private static List<PlanEntry> delayed(long millis) {
    return List.of(
        new PlanEntry.InjectedDelay(new SymbolOffset(1, 4), millis),
        new PlanEntry.InjectedDelay(new SymbolOffset(1, 8), millis));
  }

  @Test
  void goroutinesAreDelayedBeforeTheLocksThatWouldBlockThem() {
    assertThat(next()).isEqualTo(Plan.EMPTY);
    guide.learn(TEST, new Schedule.Native(Plan.EMPTY), result(false));
    Plan first = next();
    assertThat(first.entries()).isEqualTo(delayed(5));
    guide.learn(TEST, new Schedule.Native(first), result(false));
    Plan second = next();
    assertThat(second.entries()).isEqualTo(delayed(50));
    guide.learn(TEST, new Schedule.Native(second), result(true));
    assertThat(next()).as("it has happened").isEqualTo(Plan.EMPTY);
    Finding prediction = result(false).findings().getFirst();
    assertThat(guide.search(prediction, 9).directed()).isEqualTo(2);
    assertThat(guide.search(prediction, 9).arrived()).isEqualTo(2);
  }
}
