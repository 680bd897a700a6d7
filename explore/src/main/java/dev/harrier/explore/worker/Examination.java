package dev.harrier.explore.worker;

import dev.harrier.analysis.catalogue.Catalogue;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.analysis.engine.Rules;
import dev.harrier.analysis.story.AnalysisContext;
import dev.harrier.explore.canon.CanonicalTrace;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.decode.Symbolizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the traces of one execution. */
final class Examination {
  private final AnalysisContext context;
  private final Symbolizer symbols;
  private final List<AnalysisResult> results = new ArrayList<>();
  private Optional<CanonicalTrace> canonical = Optional.empty();
  private Observations observations = Observations.none();
  private boolean testFailed;

  /**
   * @param symbols of the program; its children are taken for runs of the same executable
   */
  Examination(AnalysisContext context, Symbolizer symbols) {
    this.context = context;
    this.symbols = symbols;
  }

  /** Reads the trace of the process that was started. */
  void leader(Path trace) throws IOException {
    read(trace, Catalogue.rules(), true);
  }

  /** Reads the trace of a process that the program started. */
  void child(Path trace) throws IOException {
    read(trace, Catalogue.childRules(), false);
  }

  private void read(Path file, Rules rules, boolean leader) throws IOException {
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> symbols)) {
      CanonicalTrace form = new CanonicalTrace(trace);
      Observer observer = new Observer(trace);
      results.add(
          new Engine(rules, context)
              .run(
                  trace,
                  event -> {
                    form.see(event);
                    if (leader) {
                      observer.see(event);
                    }
                    testFailed |=
                        event instanceof Event.TestEnd end
                            && end.status() == Event.TestStatus.FAILED;
                  }));
      if (leader) {
        canonical = Optional.of(form);
        observations = observer.end();
      }
    }
  }

  List<Finding> findings() {
    return Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList());
  }

  /** Empty if the process left no trace. */
  Optional<CanonicalTrace> canonical() {
    return canonical;
  }

  Observations observations() {
    return observations;
  }

  Completeness completeness() {
    return results.stream()
        .map(AnalysisResult::completeness)
        .filter(Completeness.Partial.class::isInstance)
        .findFirst()
        .orElse(new Completeness.Whole());
  }

  int processes() {
    return results.size();
  }

  long events() {
    return results.stream().mapToLong(AnalysisResult::events).sum();
  }

  boolean testFailed() {
    return testFailed;
  }
}
