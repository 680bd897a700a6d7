package dev.harrier.explore.worker;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that messages of channels had. A run records those that goroutines are about to send;
 * a channel keeps their order, so that the n-th value that is received is the n-th that was sent.
 */
final class MessageValues {
  /** A message that was sent or received; which of the two comes first in a trace is open. */
  static final class Message {
    private Optional<Value> value = Optional.empty();

    private Message() {}

    /** Empty if no run has recorded it. */
    Optional<Value> value() {
      return value;
    }
  }

  private static final class Channel {
    /** What was sent and not yet received. */
    final Deque<Message> under = new ArrayDeque<>();

    /** What was received before its send was recorded. */
    final Deque<Message> early = new ArrayDeque<>();

    boolean closed;
  }

  private record Offer(GoroutineId goroutine, ObjectId channel) {}

  private final Map<Offer, Value> offers = new HashMap<>();
  private final Map<ObjectId, Channel> channels = new HashMap<>();

  /** The channels that the runtime sends on and may empty again. */
  private final Set<ObjectId> timers = new HashSet<>();

  private boolean lost;

  /** What the event sent or received; empty if it did neither. */
  Optional<Message> of(Event event) {
    switch (event) {
      case Event.Message offer ->
          offers.put(new Offer(offer.goroutine(), offer.channel()), offer.value());
      case Event.Send send -> {
        return sent(send.goroutine(), send.channel());
      }
      case Event.Receive receive -> {
        return receive.ok() ? received(receive.channel()) : Optional.empty();
      }
      case Event.Select select when select.chosen() >= 0 -> {
        SelectCase chosen = select.cases().get(select.chosen());
        return switch (chosen.direction()) {
          case SEND -> sent(select.goroutine(), chosen.channel());
          case RECEIVE -> select.ok() ? received(chosen.channel()) : Optional.empty();
        };
      }
      case Event.Close close -> channel(close.channel()).closed = true;
      case Event.TimerSet set -> timers.add(set.timer());
      case Event.Lost _ -> {
        lost = true;
        offers.clear();
        channels.clear();
      }
      default -> {
        // It has no message.
      }
    }
    return Optional.empty();
  }

  private Optional<Message> sent(GoroutineId by, ObjectId id) {
    Optional<Value> value = Optional.ofNullable(offers.remove(new Offer(by, id)));
    if (lost || timers.contains(id)) {
      return Optional.empty();
    }
    Channel channel = channel(id);
    if (channel.closed) {
      return Optional.empty(); // It panics.
    }
    Message message = Optional.ofNullable(channel.early.poll()).orElseGet(() -> later(channel));
    message.value = value;
    return Optional.of(message);
  }

  private static Message later(Channel channel) {
    Message message = new Message();
    channel.under.add(message);
    return message;
  }

  private Optional<Message> received(ObjectId id) {
    if (lost || timers.contains(id)) {
      return Optional.empty();
    }
    Channel channel = channel(id);
    Message message = channel.under.poll();
    if (message == null) {
      message = new Message();
      channel.early.add(message);
    }
    return Optional.of(message);
  }

  private Channel channel(ObjectId id) {
    return channels.computeIfAbsent(id, _ -> new Channel());
  }
}
