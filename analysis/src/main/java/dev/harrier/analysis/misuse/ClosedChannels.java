package dev.harrier.analysis.misuse;

import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Guesses which closed channel a panic is about where no operation of its goroutine says so: the
 * one that was used before at the same place, and closed last.
 */
final class ClosedChannels {
  private ClosedChannels() {}

  /** The channel with an operation that {@code wanted} accepts at the place of this stack. */
  static Optional<ChannelState> usedAt(
      Stack panic, Predicate<Event> wanted, ProgramState program, Storyteller story) {
    Site place = story.frames().primary(panic);
    return program.objects().stream()
        .filter(object -> object instanceof ChannelState channel && channel.closed().isPresent())
        .map(object -> (ChannelState) object)
        .filter(channel ->
            channel.recent().stream()
                .filter(wanted)
                .anyMatch(event ->
                    story.frames().primary(program.trace().stack(event.stack())).equals(place)))
        .max(Comparator.comparingLong(channel -> channel.closed().map(Event::order).orElse(0L)));
  }
}
