package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;

/** A rule about the use of wait groups that is wrong by itself, whatever comes of it. */
public interface WaitGroupAnalysis extends Analysis {
  /** A counter is about to change; the state does not include it yet. */
  Optional<Draft> beforeAdd(Event.Add add, ProgramState program, Explainer explainer);

  /**
   * A {@code Wait} has blocked or returned; the state does not include it yet.
   *
   * @param event an {@link Event.Block} or an {@link Event.Wait} on a wait group
   */
  Optional<Draft> beforeWait(
      Event event, ObjectId group, ProgramState program, Explainer explainer);
}
