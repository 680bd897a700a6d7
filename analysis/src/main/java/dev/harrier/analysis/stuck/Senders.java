package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which goroutines are to end a receive, as the source shows it before it has ever happened.
 *
 * <ul>
 *   <li>Of the channel of a context: the goroutine that made the context, while it is in the
 *       function that defers the cancel. What waits for the context waits for that function to
 *       return.
 *   <li>Of another channel: those that the receiver created in the function in which it waits, by a
 *       go statement whose function literal sends on the channel or closes it.
 * </ul>
 */
@FunctionalInterface
interface Senders {
  /** The goroutines for which one waits that receives from a channel. */
  List<GoroutineId> to(Stuck receiver, ObjectId channel);

  /** As far as what has happened shows it: no goroutine. */
  static Senders unknown() {
    return (_, _) -> List.of();
  }

  /** As the sources show it, and as things are now: good for one checkpoint. */
  static Senders of(ProgramState program, Explainer explainer) {
    Map<GoroutineId, List<GoroutineState>> children = program.liveByParent();
    return (receiver, channel) -> {
      if (program.object(channel) instanceof ChannelState done
          && !done.context().equals(ObjectId.NONE)
          && program.object(done.context()) instanceof ContextState context) {
        return canceller(context, program, explainer).stream()
            .filter(by -> !by.equals(receiver.id()))
            .toList();
      }
      if (receiver.reason() != BlockReason.CHAN_RECEIVE) {
        return List.of();
      }
      return children.getOrDefault(receiver.id(), List.of()).stream()
          .filter(child -> !child.isBlockedOn(channel))
          .map(GoroutineState::id)
          .filter(child -> explainer.isToSend(child, receiver.goroutine()))
          .toList();
    };
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
