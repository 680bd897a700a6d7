package dev.harrier.analysis.predict.wait;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * Vector clocks over the goroutines in question only: the others are not asked for. A component is
 * the order of the latest event of that goroutine that is known to have happened before.
 *
 * <p>What orders: go statements, timers, channels, wait groups, conds, onces; and, if asked for,
 * locks. A receive comes after all sends so far, not only after its own: for a buffered channel, or
 * one with several senders, this orders more than Go promises, and prunes more. A send on a channel
 * with room for C comes after the receive that is C before it: a channel may be a semaphore, and
 * with room for one a lock. Where events are lost, all before comes before all after.
 */
public final class Clocks {
  private static final long[] NOTHING = {};

  /** More components of clocks than this, of 8 bytes each, take too much memory. */
  private static final long MOST = 2_000_000;

  /** More objects than this take too much memory, however short their clocks are. */
  private static final int MOST_OBJECTS = 250_000;

  /** What a goroutine or an object knows. Arrays are shared until one of their owners learns. */
  private static final class Clock {
    private long[] known = NOTHING;
    private boolean shared;

    void join(long[] other) {
      if (other.length == 0) {
        return;
      }
      if (known.length == 0) {
        known = other;
        shared = true;
        return;
      }
      for (int i = 0; i < other.length; i++) {
        if (other[i] > known[i]) {
          own(other.length);
          known[i] = other[i];
        }
      }
    }

    void set(int component, long value, int size) {
      if (known.length == 0 || known[component] < value) {
        own(size);
        known[component] = value;
      }
    }

    private void own(int size) {
      if (known.length == 0) {
        known = new long[size];
      } else if (shared) {
        known = known.clone();
      }
      shared = false;
    }

    long[] share() {
      shared = true;
      return known;
    }
  }

  /** What has been sent to, and what received from, an object. */
  private static final class Ends {
    final Clock sent = new Clock();
    final Clock received = new Clock();

    /** What was known with the latest receives, of those that no send has come after yet. */
    final Deque<long[]> receives = new ArrayDeque<>(0);

    /** What was known with the receives that had to come before the latest send. */
    final Clock room = new Clock();

    /** How many sends there were, less those receives. */
    long ahead;
  }

  private final Trace trace;
  private final boolean withLocks;
  private final Long2IntOpenHashMap components = new Long2IntOpenHashMap();
  private final Long2ObjectOpenHashMap<Clock> goroutines = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Ends> objects = new Long2ObjectOpenHashMap<>();

  /** How many receives are kept. */
  private long kept;

  /** What is known to all since events were lost. */
  private long[] lost = NOTHING;

  /** What was known when a timer that runs a function was set. */
  private final Long2ObjectOpenHashMap<long[]> timers = new Long2ObjectOpenHashMap<>();

  /**
   * @param asked the goroutines in question
   * @param withLocks whether a lock's release orders what comes after its next acquisition
   */
  public Clocks(Trace trace, Collection<GoroutineId> asked, boolean withLocks) {
    this.trace = trace;
    this.withLocks = withLocks;
    components.defaultReturnValue(-1);
    asked.forEach(g -> components.putIfAbsent(g.value(), components.size()));
  }

  /** Whether there was too much to keep: nothing can be said about the order of events then. */
  public boolean isExhausted() {
    return objects.size() > MOST_OBJECTS
        || (2L * objects.size() + goroutines.size() + timers.size() + kept) * components.size()
            > MOST;
  }

  /** What the goroutine knows now. */
  public Stamp stamp(GoroutineId goroutine) {
    Clock clock = goroutines.get(goroutine.value());
    return new Stamp(components, clock == null ? lost : clock.share());
  }

  /** A moment of a goroutine. */
  public static final class Stamp {
    private final Long2IntOpenHashMap components;
    private final long[] known;

    private Stamp(Long2IntOpenHashMap components, long[] known) {
      this.components = components;
      this.known = known;
    }

    /** Whether the event of that order, of a goroutine in question, came before this moment. */
    public boolean isAfter(GoroutineId goroutine, long order) {
      int component = components.get(goroutine.value());
      return component >= 0 && known.length > 0 && known[component] >= order;
    }
  }

  public void accept(Event event) {
    switch (event) {
      case Event.Spawn e -> spawn(e);
      case Event.TimerSet e -> timerSet(e);
      case Event.Lost _ -> lost();
      case Event.Exit e -> goroutines.remove(e.goroutine().value());
      case Event.Send e -> send(e, e.channel(), e.completion());
      case Event.Receive e -> receive(e, e.channel());
      case Event.Close e -> give(e, e.channel(), Direction.SEND);
      case Event.Select e -> select(e);
      case Event.Block e -> block(e);
      case Event.Add e -> {
        if (e.delta() < 0) {
          give(e, e.group(), Direction.SEND);
        }
      }
      case Event.Wait e -> take(e, e.object(), Direction.SEND);
      case Event.Signal e -> give(e, e.cond(), Direction.SEND);
      case Event.Broadcast e -> give(e, e.cond(), Direction.SEND);
      case Event.Release e -> {
        if (orders(e.lock())) {
          give(e, e.lock(), Direction.SEND);
        }
      }
      case Event.Acquire e -> {
        if (orders(e.lock())) {
          take(e, e.lock(), Direction.SEND);
        }
      }
      default -> {
        // Nothing else orders one goroutine's events before another's.
      }
    }
  }

  private void spawn(Event.Spawn e) {
    learn(e.child(), knowledge(e));
    long[] atSetting = timers.remove(e.timer().value());
    if (atSetting != null) {
      learn(e.child(), atSetting);
    }
  }

  /** What ordered others may be lost: all that came before is taken to be known to all. */
  private void lost() {
    Clock all = new Clock();
    all.join(lost);
    goroutines.values().forEach(clock -> all.join(clock.share()));
    objects
        .values()
        .forEach(ends -> {
          all.join(ends.sent.share());
          all.join(ends.received.share());
          // How many there were is not known any more.
          kept -= ends.receives.size();
          ends.receives.clear();
          ends.ahead = 0;
        });
    lost = all.share();
    goroutines.values().forEach(clock -> clock.join(lost));
  }

  /** The latest setting is the one that makes the timer fire. */
  private void timerSet(Event.TimerSet e) {
    if (trace.object(e.timer()).kind() == ObjectKind.CHANNEL) {
      give(e, e.timer(), Direction.SEND);
      return;
    }
    long[] known = knowledge(e);
    if (known.length > 0) {
      timers.put(e.timer().value(), known);
    }
  }

  private boolean orders(ObjectId lock) {
    return withLocks || trace.object(lock).kind() == ObjectKind.ONCE;
  }

  private void send(Event e, ObjectId channel, Completion completion) {
    long capacity = trace.object(channel).capacity();
    if (capacity > 0) {
      takeRoom(e, channel, capacity);
    }
    give(e, channel, Direction.SEND);
    if (capacity == 0 || completion == Completion.BLOCKED) {
      take(e, channel, Direction.RECEIVE);
    }
  }

  /** The k-th receive comes before the send with number k + capacity is over. */
  private void takeRoom(Event e, ObjectId channel, long capacity) {
    if (components.isEmpty()) {
      return;
    }
    Ends ends = ends(channel);
    ends.ahead++;
    while (ends.ahead > capacity && !ends.receives.isEmpty()) {
      makeRoom(ends);
    }
    learn(e.goroutine(), ends.room.share());
  }

  private void makeRoom(Ends ends) {
    ends.ahead--;
    kept--;
    ends.room.join(ends.receives.remove());
  }

  private void receive(Event e, ObjectId channel) {
    give(e, channel, Direction.RECEIVE);
    long capacity = trace.object(channel).capacity();
    if (!components.isEmpty() && capacity > 0) {
      Ends ends = ends(channel);
      ends.receives.add(knowledge(e));
      kept++;
      // A timer's sends, and what a closed channel gives, are none that would take the room.
      if (ends.receives.size() > 2 * capacity) {
        makeRoom(ends);
      }
    }
    take(e, channel, Direction.SEND);
  }

  private void select(Event.Select e) {
    if (e.chosen() >= 0) {
      SelectCase chosen = e.cases().get(e.chosen());
      switch (chosen.direction()) {
        case SEND -> send(e, chosen.channel(), e.completion());
        case RECEIVE -> receive(e, chosen.channel());
      }
    }
  }

  /** A goroutine that waits has come this far, which its partner learns before it completes. */
  private void block(Event.Block e) {
    if (e.reason() == BlockReason.CHAN_SEND) {
      give(e, e.object(), Direction.SEND);
    } else if (e.reason() == BlockReason.CHAN_RECEIVE) {
      give(e, e.object(), Direction.RECEIVE);
    }
    e.cases().forEach(c -> give(e, c.channel(), c.direction()));
  }

  /** One end of the object learns what the goroutine of the event knows, the event included. */
  private void give(Event e, ObjectId object, Direction end) {
    long[] known = knowledge(e);
    if (known.length > 0 && !object.equals(ObjectId.NONE)) {
      Ends ends = ends(object);
      (end == Direction.SEND ? ends.sent : ends.received).join(known);
    }
  }

  private Ends ends(ObjectId object) {
    return objects.computeIfAbsent(object.value(), _ -> new Ends());
  }

  private void take(Event e, ObjectId object, Direction end) {
    Ends ends = objects.get(object.value());
    if (ends != null) {
      learn(e.goroutine(), (end == Direction.SEND ? ends.sent : ends.received).share());
    }
  }

  private void learn(GoroutineId goroutine, long[] known) {
    // The runtime is no goroutine: what it does for one is not known to what it does for others.
    if (known.length > 0 && !goroutine.equals(GoroutineId.NONE)) {
      goroutines.computeIfAbsent(goroutine.value(), _ -> begin()).join(known);
    }
  }

  private long[] knowledge(Event event) {
    long goroutine = event.goroutine().value();
    int component = components.get(goroutine);
    Clock clock = goroutines.get(goroutine);
    if (component >= 0) {
      if (clock == null) {
        clock = begin();
        goroutines.put(goroutine, clock);
      }
      clock.set(component, event.order(), components.size());
    }
    return clock == null ? lost : clock.share();
  }

  private Clock begin() {
    Clock clock = new Clock();
    clock.join(lost);
    return clock;
  }
}
