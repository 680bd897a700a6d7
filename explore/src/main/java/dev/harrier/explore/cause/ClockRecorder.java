package dev.harrier.explore.cause;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records which timers fire, which goroutines are late, and where code computes. */
final class ClockRecorder {
  /** Executions with more timers that fire are not compared. */
  private static final int MOST = 20_000;

  private final Trace trace;
  private final Frames frames;
  private final List<ClockLog.Fire> fires = new ArrayList<>();
  private final List<ClockLog.Reading> readings = new ArrayList<>();
  private final List<ClockLog.Delay> delays = new ArrayList<>();

  /**
   * A timer that is set, or a goroutine that sleeps.
   *
   * @param over the order of the event that ended the sleep; 0 until then
   */
  private record Armed(GoroutineId by, StackId stack, long order, long nanos, long over) {}

  private final Map<ObjectId, Armed> timers = new HashMap<>();

  /** The latest sleep of each goroutine since its latest operation. */
  private final Map<GoroutineId, Armed> sleeps = new HashMap<>();

  /** A timer has fired that has no channel: what runs its function begins next. */
  private Event.@Nullable TimerFire starting;

  ClockRecorder(Trace trace, Frames frames) {
    this.trace = trace;
    this.frames = frames;
  }

  /** Whether a timer sends on that channel. */
  boolean isTimer(ObjectId channel) {
    return timers.containsKey(channel);
  }

  void see(Event event, EventState state) {
    Event.@Nullable TimerFire fired = starting;
    starting = null;
    if (fired != null) {
      ObjectId timer = event instanceof Event.Spawn spawn ? spawn.timer() : ObjectId.NONE;
      fires(timer, fired);
    }
    switch (event) {
      case Event.TimerSet set ->
          timers.put(
              set.timer(), new Armed(set.goroutine(), set.stack(), set.order(), set.nanos(), 0));
      case Event.TimerFire fire when fire.channel().equals(ObjectId.NONE) -> starting = fire;
      case Event.TimerFire fire -> fires(fire.channel(), fire);
      // The runtime sends where a timer has a channel.
      case Event.Select send when send.goroutine().equals(GoroutineId.NONE) && send.chosen() >= 0 ->
          fires(send.cases().get(send.chosen()).channel(), send);
      case Event.Block block when block.reason() == BlockReason.SLEEP ->
          sleeps.put(
              block.goroutine(),
              new Armed(block.goroutine(), block.stack(), block.order(), block.nanos(), 0));
      case Event.Unblock unblock -> wakes(unblock);
      case Event.Operation operation -> begins(operation, state);
      case Event.Choice choice when choice.kind() == ChoiceKind.COMPUTING ->
          readings.add(new ClockLog.Reading(choice.name(), choice.point(), reading(choice)));
      default -> {
        // No time passes by it.
      }
    }
  }

  private void fires(ObjectId timer, Event event) {
    Armed set = timers.get(timer);
    if (set != null) {
      // A ticker continues.
      timers.put(timer, new Armed(set.by, set.stack, set.order, event.nanos(), 0));
    }
    add(set, false, event);
  }

  private void wakes(Event.Unblock unblock) {
    Armed sleep = sleeps.get(unblock.target());
    if (sleep != null && sleep.over == 0) {
      sleeps.put(
          unblock.target(),
          new Armed(sleep.by, sleep.stack, sleep.order, sleep.nanos, unblock.order()));
      add(sleep, true, unblock);
    }
  }

  private void add(@Nullable Armed set, boolean sleep, Event event) {
    if (fires.size() < MOST) {
      fires.add(new ClockLog.Fire(timer(set, sleep, event), event.order(), event.nanos()));
    }
  }

  private Cause.Timer timer(@Nullable Armed set, boolean sleep, Event event) {
    if (set == null) {
      return new Cause.Timer(Site.UNKNOWN, Stack.EMPTY, GoroutineId.NONE, "", sleep, 0);
    }
    Stack stack = trace.stack(set.stack);
    return new Cause.Timer(
        frames.primary(stack),
        frames.trimmed(stack),
        set.by,
        frames.callee(stack).orElse(""),
        sleep,
        Math.max(0, event.nanos() - set.nanos) / 1000);
  }

  /** Where a plan has a goroutine late, it sleeps last before the operation begins. */
  private void begins(Event.Operation operation, EventState state) {
    Armed sleep = sleeps.remove(operation.goroutine());
    if (sleep != null && sleep.over > 0) {
      delays.add(
          new ClockLog.Delay(
              new OperationLog.Key(state.name(operation.goroutine()), operation.number()),
              sleep.order,
              operation.order(),
              sleep.nanos));
      fires.removeIf(fire -> fire.order() == sleep.over && isLateness(sleep));
    }
  }

  private boolean isLateness(Armed sleep) {
    return trace.stack(sleep.stack).frames().stream()
        .anyMatch(site -> site.function().equals("runtime.harrierIsLate"));
  }

  private Cause.Side reading(Event.Choice choice) {
    Stack stack = trace.stack(choice.stack());
    return new Cause.Side(
        new Operation(
            choice.of(),
            new Action.ReadInput(InputKind.CLOCK),
            frames.clockReader(stack),
            1,
            choice.order(),
            choice.nanos()),
        frames.trimmed(stack),
        choice.name(),
        choice.point());
  }

  ClockLog log() {
    return new ClockLog(fires, readings, delays);
  }
}
