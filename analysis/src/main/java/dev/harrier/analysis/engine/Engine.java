package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import java.util.function.Consumer;

/** Applies rules to traces. See the package. */
public final class Engine {
  private final Rules rules;
  private final AnalysisContext context;

  public Engine(Rules rules, AnalysisContext context) {
    this.rules = rules;
    this.context = context;
  }

  /** Streams the trace once and returns what the rules found, in the order of the trace. */
  public AnalysisResult run(Trace trace) {
    return run(trace, _ -> {});
  }

  /** As {@link #run(Trace)}; {@code also} sees every event once the rules have. */
  public AnalysisResult run(Trace trace, Consumer<? super Event> also) {
    Pass pass = new Pass(rules, context, trace);
    Completeness completeness =
        trace.replay(event -> {
          pass.accept(event);
          also.accept(event);
        });
    pass.predict();
    return new AnalysisResult(pass.findings(), completeness, pass.limits(), pass.events());
  }
}
