package dev.harrier.analysis.predict;

import dev.harrier.analysis.predict.LockedWait.Kind;
import dev.harrier.analysis.predict.LockedWait.Waiting;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the waits of goroutines that hold a lock, and who could end them. */
final class LockedWaits {
  /** How many waits at one object are looked into. */
  private static final int WAITS = 4;

  /** How many waits are remembered. */
  private static final int MOST_WAITS = 20_000;

  /** How many are looked into in all: each asks about some goroutines. */
  private static final int MOST_CANDIDATES = 100;

  /** How many objects are known before those that were not used for long are forgotten. */
  private static final int SMALL = 1 << 16;

  private final Trace trace;
  private final HeldLocks held;
  private final Long2ObjectOpenHashMap<Uses> uses = new Long2ObjectOpenHashMap<>();
  private final Map<ObjectId, List<Candidate>> candidates = new LinkedHashMap<>();
  private int limit = SMALL;
  private int waits;
  private long lastSweep;

  /** A wait, and the locks held meanwhile. */
  record Candidate(Waiting waiting, List<Hold> holds, Uses uses) {
    /** Who could have ended it; empty if that is nobody in particular. */
    Set<GoroutineId> partners() {
      Set<GoroutineId> all =
          switch (waiting.kind()) {
            case RECEIVE, WAIT -> uses.senders();
            case SEND -> uses.receivers();
          };
      boolean sole = all.size() == 1 || waiting.kind() == Kind.WAIT;
      boolean usable =
          sole
              && uses.isWhole()
              && !Uses.isTooMany(all)
              && !all.contains(GoroutineId.NONE)
              && !all.contains(waiting.goroutine());
      return usable ? all : Set.of();
    }
  }

  LockedWaits(Trace trace, HeldLocks held) {
    this.trace = trace;
    this.held = held;
  }

  void accept(Event event) {
    switch (event) {
      case Event.Make e -> made(e);
      case Event.Send e -> {
        long turn = of(e.channel(), e).sent(e.goroutine());
        if (trace.object(e.channel()).capacity() == 0) {
          waits(e, e.channel(), Kind.SEND, turn);
        }
      }
      case Event.Receive e ->
          waits(e, e.channel(), Kind.RECEIVE, of(e.channel(), e).received(e.goroutine()));
      case Event.Close e -> ends(e, e.channel());
      case Event.Add e -> {
        if (e.delta() < 0) {
          ends(e, e.group());
        }
      }
      case Event.Wait e -> {
        if (trace.object(e.object()).kind() == ObjectKind.WAIT_GROUP) {
          waits(e, e.object(), Kind.WAIT, 0);
        }
      }
      case Event.Select e -> {
        if (e.chosen() >= 0) {
          SelectCase chosen = e.cases().get(e.chosen());
          Uses channel = of(chosen.channel(), e);
          long _ =
              chosen.direction() == Direction.SEND
                  ? channel.sent(e.goroutine())
                  : channel.received(e.goroutine());
        }
      }
      case Event.TimerFire e -> ends(e, e.channel());
      default -> {
        // Nothing else uses a channel or a wait group.
      }
    }
  }

  private void ends(Event e, ObjectId object) {
    if (!object.equals(ObjectId.NONE)) {
      of(object, e).ended(e.goroutine());
    }
  }

  private void waits(Event e, ObjectId object, Kind kind, long turn) {
    List<Hold> holds = held.of(e.goroutine());
    if (holds.isEmpty() || object.equals(ObjectId.NONE) || waits == MOST_WAITS) {
      return;
    }
    List<Candidate> known = candidates.computeIfAbsent(object, _ -> new ArrayList<>(1));
    if (known.size() < WAITS) {
      Waiting waiting = new Waiting(object, kind, e.goroutine(), e.order(), e.stack(), turn);
      known.add(new Candidate(waiting, List.copyOf(holds), of(object, e)));
      waits++;
    }
  }

  private void made(Event.Make e) {
    Uses made = new Uses(e.object());
    made.made(e.goroutine(), e.order());
    made.used(e.order());
    uses.put(e.object().value(), made);
    sweep(e.order());
  }

  private Uses of(ObjectId object, Event e) {
    Uses known = uses.get(object.value());
    if (known == null) {
      known = new Uses(object);
      if (lastSweep > 0) {
        known.notWhole();
      }
      uses.put(object.value(), known);
      sweep(e.order());
    }
    known.used(e.order());
    return known;
  }

  /** Forgets, if there are many, objects that were not used since the previous sweep. */
  private void sweep(long now) {
    if (uses.size() < limit) {
      return;
    }
    long old = lastSweep;
    uses.values().removeIf(u -> u.lastOrder() <= old && !candidates.containsKey(u.object()));
    lastSweep = now;
    limit = Math.max(SMALL, 2 * uses.size());
  }

  /** The waits that certain goroutines alone could end. */
  List<Candidate> candidates() {
    return candidates.values().stream()
        .flatMap(List::stream)
        .filter(c -> !c.partners().isEmpty())
        .filter(c -> c.holds.stream().noneMatch(h -> held.isHandedOver(h.lock())))
        .limit(MOST_CANDIDATES)
        .toList();
  }
}
