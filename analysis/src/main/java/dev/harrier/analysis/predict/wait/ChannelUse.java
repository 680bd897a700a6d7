package dev.harrier.analysis.predict.wait;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import java.util.Optional;

/** What an event does to a channel, by itself or as the chosen case of a select. */
record ChannelUse(ObjectId channel, Operation operation) {
  /** What is done to a channel. To receive is to get a value; seeing the close does nothing. */
  enum Operation {
    SEND,
    RECEIVE,
    CLOSE
  }

  static Optional<ChannelUse> of(Event event) {
    return switch (event) {
      case Event.Send e -> Optional.of(new ChannelUse(e.channel(), Operation.SEND));
      case Event.Receive e -> received(e.channel(), e.ok());
      case Event.Select e when e.chosen() >= 0 -> {
        SelectCase chosen = e.cases().get(e.chosen());
        yield switch (chosen.direction()) {
          case SEND -> Optional.of(new ChannelUse(chosen.channel(), Operation.SEND));
          case RECEIVE -> received(chosen.channel(), e.ok());
        };
      }
      case Event.Close e -> Optional.of(new ChannelUse(e.channel(), Operation.CLOSE));
      default -> Optional.empty();
    };
  }

  private static Optional<ChannelUse> received(ObjectId channel, boolean ok) {
    return ok ? Optional.of(new ChannelUse(channel, Operation.RECEIVE)) : Optional.empty();
  }
}
