package dev.harrier.explore.cause;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceFiles;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;

/** Operations of two goroutines that take two locks. */
final class SampleLogs {
  static final String START =
      """
      g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
      g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
      """;

  static final String FIRST =
      """
      g2 operation 1
      g2 acquire o1 @ app.a a.go:3
      g2 operation 2
      g2 release o1 @ app.a a.go:4
      g2 operation 3
      g2 acquire o2 @ app.a a.go:5
      """;

  private SampleLogs() {}

  static OperationLog of(String text) {
    Trace trace = TextTrace.parse(text);
    AnalysisContext context = new AnalysisContext(List.of("app"), "", new SourceFiles());
    return Recorded.of(trace, new OperationRecorder(trace, context));
  }
}
