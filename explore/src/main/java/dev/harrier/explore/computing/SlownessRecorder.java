package dev.harrier.explore.computing;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures the {@link Slowness} of one run, event by event. A case that receives counts as ready
 * from when a value, a sender that waits, or the close of its channel is there; cases that send are
 * not followed.
 */
final class SlownessRecorder implements Recorder<Slowness> {
  private final Function<StackId, Site> readers;
  private final List<Doubt.ComputingAssumed> computing = new ArrayList<>();

  /**
   * @param readers where a goroutine reads the clock, by its stack there
   */
  SlownessRecorder(Function<StackId, Site> readers) {
    this.readers = readers;
  }

  static SlownessRecorder of(Observation.Execution execution) {
    Trace trace = execution.trace();
    Frames frames = new Frames(execution.context());
    return new SlownessRecorder(stack -> frames.clockReader(trace.stack(stack)));
  }

  /** Time that passed for the schedule's sake, and when that began. */
  private record Delay(long since, long micros) {}

  private final List<Delay> delays = new ArrayList<>();
  private final List<Delay> computed = new ArrayList<>();
  private final Map<ObjectId, Long> timers = new HashMap<>();
  private final Map<ObjectId, ReadySince> channels = new HashMap<>();
  private final Map<GoroutineId, Long> patient = new HashMap<>();
  private long pastReady;

  /** Since when something can be received from a channel. */
  private static final class ReadySince {
    private long values;
    private long senders;
    private long since;
    private boolean closed;

    private void comes(long order, long newValues, long newSenders) {
      values = Math.max(0, values + newValues);
      senders = Math.max(0, senders + newSenders);
      if (!closed && values == 0 && senders == 0) {
        since = 0;
      } else if (since == 0) {
        since = order;
      }
    }
  }

  @Override
  public void accept(Event event, EventState state) {
    see(event);
  }

  void see(Event event) {
    switch (event) {
      case Event.Choice choice when choice.kind() == ChoiceKind.TIMER ->
          delays.add(new Delay(choice.order(), choice.chosen()));
      case Event.Choice choice when choice.kind() == ChoiceKind.COMPUTING -> {
        computed.add(new Delay(choice.order(), choice.chosen()));
        computing.add(new Doubt.ComputingAssumed(readers.apply(choice.stack()), choice.chosen()));
      }
      case Event.Preferred preferred -> preferred(preferred);
      case Event.TimerSet set -> timers.put(set.timer(), set.order());
      case Event.Block block when block.reason() == BlockReason.CHAN_SEND ->
          channel(block.object()).comes(block.order(), 0, 1);
      case Event.Send send -> sent(send, send.channel(), send.completion());
      case Event.Receive receive -> received(receive, receive.channel(), receive.ok());
      case Event.Close close -> {
        ReadySince channel = channel(close.channel());
        channel.closed = true;
        channel.comes(close.order(), 0, 0);
      }
      case Event.Select select when select.chosen() >= 0 -> selected(select);
      default -> {
        // Nothing becomes ready by it, and no time passes.
      }
    }
  }

  private void preferred(Event.Preferred event) {
    switch (event.stage()) {
      case WAITS -> patient.put(event.goroutine(), event.order());
      case GAVE_UP, CAME -> {
        Long since = patient.remove(event.goroutine());
        delays.add(new Delay(since == null ? event.order() : since, event.micros()));
      }
    }
  }

  private void sent(Event event, ObjectId channel, Completion completion) {
    channel(channel).comes(event.order(), 1, completion == Completion.BLOCKED ? -1 : 0);
  }

  private void received(Event event, ObjectId channel, boolean ok) {
    channel(channel).comes(event.order(), ok ? -1 : 0, 0);
  }

  private void selected(Event.Select select) {
    SelectCase chosen = select.cases().get(select.chosen());
    switch (chosen.direction()) {
      case SEND -> sent(select, chosen.channel(), select.completion());
      case RECEIVE -> {
        Long set = timers.get(chosen.channel());
        if (set == null) {
          received(select, chosen.channel(), select.ok());
        } else {
          select.cases().stream()
              .filter(c -> c.direction() == SelectCase.Direction.RECEIVE && !c.equals(chosen))
              .map(c -> channels.get(c.channel()))
              .filter(channel -> channel != null && channel.since > 0)
              .forEach(channel -> {
                long since = Math.max(set, channel.since);
                pastReady = Math.max(pastReady, since(delays, since) + since(computed, since));
              });
        }
      }
    }
  }

  /** How much time passed that began to pass after that event. */
  private static long since(List<Delay> delays, long order) {
    return delays.stream().filter(d -> d.since() >= order).mapToLong(Delay::micros).sum();
  }

  private ReadySince channel(ObjectId id) {
    return channels.computeIfAbsent(id, _ -> new ReadySince());
  }

  @Override
  public Slowness end(Ended ended) {
    return end();
  }

  Slowness end() {
    return new Slowness(micros(since(delays, 0)), micros(pastReady), computing, !patient.isEmpty());
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(Math.multiplyExact(1000L, micros));
  }
}
