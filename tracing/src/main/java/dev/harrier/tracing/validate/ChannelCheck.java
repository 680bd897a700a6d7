package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Channels hold between no values and their capacity. Only operations that neither waited nor
 * released a goroutine change what is in the buffer: the others hand a value over, or take one out
 * while another is put in. Channels of timers are left out, because stopping or resetting a timer
 * empties its channel without a trace.
 */
final class ChannelCheck implements Check {
  /** The format does not distinguish capacities from here on. */
  private static final int HUGE = 0xffff;

  private final Violations violations;
  private final Trace trace;
  private final Map<ObjectId, Integer> occupancy = new HashMap<>();
  private final Set<ObjectId> closed = new HashSet<>();
  private final Set<ObjectId> ofTimers = new HashSet<>();

  ChannelCheck(Violations violations, Trace trace) {
    this.violations = violations;
    this.trace = trace;
  }

  @Override
  public void event(Event event) {
    switch (event) {
      case Event.TimerFire e -> ofTimers.add(e.channel());
      case Event.Send e -> send(e, e.channel(), e.completion());
      case Event.Receive e -> receive(e, e.channel(), e.ok(), e.completion());
      case Event.Close e -> {
        if (!closed.add(e.channel())) {
          violations.addUnlessPanic(Invariant.CLOSED_ONCE, e, "closes " + e.channel() + " again");
        }
      }
      case Event.Select e -> {
        if (e.chosen() >= 0 && e.chosen() < e.cases().size()) {
          SelectCase chosen = e.cases().get(e.chosen());
          switch (chosen.direction()) {
            case SEND -> send(e, chosen.channel(), e.completion());
            case RECEIVE -> receive(e, chosen.channel(), e.ok(), e.completion());
          }
        }
      }
      default -> {}
    }
  }

  private void send(Event event, ObjectId channel, Completion completion) {
    if (closed.contains(channel)) {
      violations.addUnlessPanic(
          Invariant.CLOSED_ONCE, event, "sends on " + channel + ", which is closed");
    } else if (completion == Completion.NEITHER) {
      change(event, channel, 1);
    }
  }

  private void receive(Event event, ObjectId channel, boolean ok, Completion completion) {
    if (!ok) {
      if (!closed.contains(channel)) {
        violations.add(
            Invariant.CLOSED_ONCE, event, "receives nothing from " + channel + ", which is open");
      }
    } else if (completion == Completion.NEITHER) {
      change(event, channel, -1);
    }
  }

  private void change(Event event, ObjectId channel, int by) {
    if (channel.equals(ObjectId.NONE) || ofTimers.contains(channel)) {
      return;
    }
    SyncObject object = trace.object(channel);
    int now = occupancy.merge(channel, by, Integer::sum);
    if (now == 0) {
      occupancy.remove(channel);
    }
    boolean fits = now >= 0 && (now <= object.capacity() || object.capacity() >= HUGE);
    if (object.madeKnown() && !fits) {
      violations.add(
          Invariant.CHANNEL_OCCUPANCY,
          event,
          "leaves %d values in %s of capacity %d".formatted(now, channel, object.capacity()));
      occupancy.remove(channel);
    }
  }
}
