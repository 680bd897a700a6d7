package dev.harrier.explore.step;

import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Which step lets another one reach its end, although it makes no difference which of the two
 * begins first: the n-th send and the n-th receive of a channel, the receive that makes room for a
 * send, the close, and all that is done for a group that is waited for. A goroutine that has to
 * wait is recorded to be readied besides.
 */
final class Messages {
  private static final class Channel {
    final List<ScheduleStep> sends = new ArrayList<>();
    final List<ScheduleStep> receives = new ArrayList<>();
    final List<ScheduleStep> closes = new ArrayList<>(1);
  }

  private final ToLongFunction<ObjectId> capacity;
  private final Map<ObjectId, Channel> channels = new HashMap<>();
  private final Map<Shared, List<ScheduleStep>> done = new HashMap<>();

  Messages(ToLongFunction<ObjectId> capacity) {
    this.capacity = capacity;
  }

  /** What came before the next step and let it reach its end. */
  List<ScheduleStep> enablers(ScheduleStep step) {
    List<ScheduleStep> enablers = new ArrayList<>();
    for (Shared group : step.waited()) {
      enablers.addAll(done.getOrDefault(group, List.of()));
    }
    for (Shared group : step.done()) {
      done.computeIfAbsent(group, _ -> new ArrayList<>()).add(step);
    }
    for (Map.Entry<Shared, List<OperationRole>> use : step.uses().entrySet()) {
      if (use.getKey() instanceof Shared.Synchronization(ObjectId object)) {
        for (OperationRole role : use.getValue()) {
          enablers.addAll(use(object, role, step));
        }
      }
    }
    return enablers;
  }

  private List<ScheduleStep> use(ObjectId object, OperationRole role, ScheduleStep step) {
    return switch (role) {
      case SEND -> {
        Channel channel = channel(object);
        channel.sends.add(step);
        yield at(channel.receives, channel.sends.size() - 1 - capacity.applyAsLong(object));
      }
      case RECEIVE -> {
        Channel channel = channel(object);
        channel.receives.add(step);
        List<ScheduleStep> sent = at(channel.sends, channel.receives.size() - 1);
        yield sent.isEmpty() ? channel.closes : sent;
      }
      case CLOSE -> {
        channel(object).closes.add(step);
        yield List.of();
      }
      default -> List.of();
    };
  }

  private Channel channel(ObjectId object) {
    return channels.computeIfAbsent(object, _ -> new Channel());
  }

  private static List<ScheduleStep> at(List<ScheduleStep> steps, long index) {
    return index >= 0 && index < steps.size() ? List.of(steps.get((int) index)) : List.of();
  }
}
