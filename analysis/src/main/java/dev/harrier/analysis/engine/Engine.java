package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Applies rules to traces. See the package. */
public final class Engine {
  private final Rules rules;
  private final AnalysisContext context;

  private final BooleanSupplier ended;

  public Engine(Rules rules, AnalysisContext context) {
    this(rules, context, () -> false);
  }

  /**
   * An engine that can be stopped.
   *
   * @param ended asked again and again; what was found until it holds is the result
   */
  public Engine(Rules rules, AnalysisContext context, BooleanSupplier ended) {
    this.rules = rules;
    this.context = context;
    this.ended = ended;
  }

  /** Streams the trace once and returns what the rules found, in the order of the trace. */
  public AnalysisResult run(Trace trace) {
    return run(trace, _ -> {});
  }

  /** As {@link #run(Trace)}; {@code also} sees every event once the rules have. */
  public AnalysisResult run(Trace trace, Consumer<? super Event> also) {
    return run(trace, also, _ -> {});
  }

  /**
   * As {@link #run(Trace, Consumer)}, of a process that was ended from outside because its time was
   * up: its tests are late, and where its goroutines are is what they did last.
   */
  public AnalysisResult runToTimeLimit(Trace trace, Consumer<? super Event> also) {
    return run(trace, also, Pass::timeLimit);
  }

  private AnalysisResult run(
      Trace trace, Consumer<? super Event> also, Consumer<? super Pass> atEnd) {
    Deadline deadline = new Deadline(ended);
    Pass pass = new Pass(rules, context, trace);
    Completeness completeness;
    try {
      completeness =
          trace.replay(event -> {
            deadline.check();
            pass.accept(event);
            also.accept(event);
          });
      atEnd.accept(pass);
      pass.predict(deadline::check);
    } catch (Deadline.Reached e) {
      completeness =
          new Completeness.Partial(Completeness.Cause.NOT_ANALYZED, "analysis stopped early", 0);
    }
    return new AnalysisResult(
        pass.findings(), completeness, pass.limits(), pass.events(), pass.ranTests());
  }

  /**
   * Whether the result is still wanted: asked now and then while a trace is read, it ends the
   * reading by an exception, from whatever depth.
   */
  private static final class Deadline {
    /** A power of two, less one. So many events take less than a millisecond. */
    private static final int PERIOD = 4095;

    private final BooleanSupplier ended;
    private long asked;

    Deadline(BooleanSupplier ended) {
      this.ended = ended;
    }

    /** Called for each event. */
    void check() throws Reached {
      if ((asked++ & PERIOD) == 0 && ended.getAsBoolean()) {
        throw new Reached();
      }
    }

    /** The reading is to end. */
    @SuppressWarnings("serial")
    static final class Reached extends RuntimeException {
      private Reached() {
        super("ended", null, false, false);
      }
    }
  }
}
