package dev.harrier.explore.order;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes the measures of one run, event by event. Places are numbers until the end, because a trace
 * may use a stack before it defines it.
 */
public final class MeasuresRecorder implements Recorder<Measures> {
  /** What an execution did with its channels. */
  public static final Observation<Measures> MEASURES =
      Observation.forGuides(
          Measures.NONE, execution -> Optional.of(new MeasuresRecorder(execution.trace())));

  private record Operation(StackId stack, ChannelAction kind) {}

  private final Trace trace;
  private final Map<ObjectId, ChannelLife> channels = new HashMap<>();
  private final List<Operation> operations = new ArrayList<>();
  private final Map<Operation, Integer> numbers = new HashMap<>();

  /** Counters by the numbers of the two operations, the former one in the upper half. */
  private final Long2IntOpenHashMap pairs = new Long2IntOpenHashMap();

  public MeasuresRecorder(Trace trace) {
    this.trace = trace;
  }

  @Override
  public void accept(Event event, EventState state) {
    switch (event) {
      case Event.Make e -> operate(e, e.object(), ChannelAction.MAKE).made();
      case Event.Send e -> send(e, e.channel(), e.completion());
      case Event.Receive e -> receive(e, e.channel(), e.ok(), e.completion());
      case Event.Close e when !e.channel().equals(ObjectId.NONE) ->
          operate(e, e.channel(), ChannelAction.CLOSE).close();
      case Event.Select e when e.chosen() >= 0 -> {
        SelectCase chosen = e.cases().get(e.chosen());
        switch (chosen.direction()) {
          case SEND -> send(e, chosen.channel(), e.completion());
          case RECEIVE -> receive(e, chosen.channel(), e.ok(), e.completion());
        }
      }
      case Event.Block e when e.reason() == BlockReason.CHAN_SEND -> life(e.object()).senderWaits();
      default -> {
        // No operation on a channel.
      }
    }
  }

  private void send(Event event, ObjectId channel, Completion completion) {
    operate(event, channel, ChannelAction.SEND).sent(completion);
  }

  private void receive(Event event, ObjectId channel, boolean ok, Completion completion) {
    operate(event, channel, ChannelAction.RECEIVE).received(completion, ok);
  }

  private ChannelLife operate(Event event, ObjectId channel, ChannelAction kind) {
    ChannelLife life = life(channel);
    int current = number(new Operation(event.stack(), kind));
    int previous = life.follow(current);
    if (previous >= 0) {
      pairs.addTo((long) previous << 32 | current, 1);
    }
    return life;
  }

  private ChannelLife life(ObjectId channel) {
    return channels.computeIfAbsent(channel, id -> new ChannelLife(trace.object(id).capacity()));
  }

  private int number(Operation operation) {
    return numbers.computeIfAbsent(
        operation,
        added -> {
          operations.add(added);
          return operations.size() - 1;
        });
  }

  @Override
  public Measures end(Ended ended) {
    List<OperationId> ids = operations.stream().map(this::id).toList();
    Map<PairId, Integer> counts = new HashMap<>();
    for (Long2IntMap.Entry pair : pairs.long2IntEntrySet()) {
      OperationId previous = ids.get((int) (pair.getLongKey() >>> 32));
      OperationId current = ids.get((int) pair.getLongKey());
      counts.merge(PairId.of(previous, current), pair.getIntValue(), Integer::sum);
    }
    Set<OperationId> created = new HashSet<>();
    Set<OperationId> closed = new HashSet<>();
    Set<OperationId> leftOpen = new HashSet<>();
    Map<OperationId, Double> fullness = new HashMap<>();
    channels.forEach((channel, life) -> {
      OperationId maker = id(new Operation(trace.object(channel).madeAt(), ChannelAction.MAKE));
      if (life.isMade()) {
        created.add(maker);
      }
      (life.isClosed() ? closed : leftOpen).add(maker);
      if (life.fullness() > 0) {
        fullness.merge(maker, life.fullness(), Math::max);
      }
    });
    return new Measures(counts, created, closed, leftOpen, fullness);
  }

  private OperationId id(Operation operation) {
    return OperationId.of(trace.stack(operation.stack()).top(), operation.kind());
  }

  /** One channel in one run. */
  private static final class ChannelLife {
    private static final int NONE = -1;

    private final int capacity;
    private int lastOperation = NONE;
    private int used;
    private int mostUsed;
    private boolean made;
    private boolean closed;

    ChannelLife(int capacity) {
      this.capacity = capacity;
    }

    /** Notes the latest operation and gives the one before; negative if there was none. */
    int follow(int operation) {
      int previous = lastOperation;
      lastOperation = operation;
      return previous;
    }

    void made() {
      made = true;
    }

    /**
     * Only a goroutine that neither waited nor had a waiting partner leaves the value in the
     * buffer.
     */
    void sent(Completion completion) {
      if (completion == Completion.NEITHER && used < capacity) {
        used++;
        mostUsed = Math.max(mostUsed, used);
      }
    }

    /** Only a goroutine that neither waited nor had a waiting partner leaves a place free. */
    void received(Completion completion, boolean ok) {
      if (completion == Completion.NEITHER && ok && used > 0) {
        used--;
      }
    }

    /** A sender waits: there is no room. */
    void senderWaits() {
      used = capacity;
      mostUsed = capacity;
    }

    void close() {
      closed = true;
    }

    boolean isMade() {
      return made;
    }

    boolean isClosed() {
      return closed;
    }

    /** From 0 to 1. */
    double fullness() {
      return capacity == 0 ? 0 : (double) mostUsed / capacity;
    }
  }
}
