package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.Optional;

/**
 * Which goroutine is to cancel a context: the one that made it, while it is in the function that
 * defers the cancel. What waits for the context waits for that function to return.
 */
@FunctionalInterface
interface Cancellers {
  /** The goroutine on which one that receives from a channel waits, if that is a context's. */
  Optional<GoroutineId> of(ObjectId channel);

  /** As far as what has happened shows it: no goroutine. */
  static Cancellers unknown() {
    return _ -> Optional.empty();
  }

  /** As the sources show it. */
  static Cancellers of(ProgramState program, Explainer explainer) {
    return channel ->
        program.object(channel) instanceof ChannelState done
                && !done.context().equals(ObjectId.NONE)
                && program.object(done.context()) instanceof ContextState context
            ? canceller(context, program, explainer)
            : Optional.empty();
  }

  private static Optional<GoroutineId> canceller(
      ContextState context, ProgramState program, Explainer explainer) {
    return context
        .made()
        .filter(made ->
            explainer
                .deferredCancel(program.trace().stack(made.stack()))
                .filter(site ->
                    program
                        .live(made.goroutine())
                        .map(explainer::standsAt)
                        .map(Stack::frames)
                        .filter(frames ->
                            frames.stream().anyMatch(at -> at.function().equals(site.function())))
                        .isPresent())
                .isPresent())
        .map(made -> made.goroutine());
  }
}
