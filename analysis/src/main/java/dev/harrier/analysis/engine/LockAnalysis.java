package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import java.util.List;

/** A rule about locks, whether any goroutine waits for them or not. */
public interface LockAnalysis extends Analysis {
  /** The collector found a held lock dead; the state still has its holders. */
  List<Draft> beforeCollected(Event.Collected collected, ProgramState program, Explainer explainer);
}
