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

  /** How many are looked into in all: each asks about some goroutines. */
  private static final int MOST_CANDIDATES = 100;

  private final Trace trace;
  private final HeldLocks held;
  private final Long2ObjectOpenHashMap<Uses> uses = new Long2ObjectOpenHashMap<>();
  private final Map<ObjectId, List<Candidate>> candidates = new LinkedHashMap<>();

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
      case Event.Make e -> of(e.object()).made(e.goroutine(), e.order());
      case Event.Send e -> {
        long turn = of(e.channel()).sent(e.goroutine());
        if (trace.object(e.channel()).capacity() == 0) {
          waits(e, e.channel(), Kind.SEND, turn);
        }
      }
      case Event.Receive e ->
          waits(e, e.channel(), Kind.RECEIVE, of(e.channel()).received(e.goroutine()));
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
          Uses channel = of(chosen.channel());
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
      of(object).ended(e.goroutine());
    }
  }

  private void waits(Event e, ObjectId object, Kind kind, long turn) {
    List<Hold> holds = held.of(e.goroutine());
    if (holds.isEmpty() || object.equals(ObjectId.NONE)) {
      return;
    }
    List<Candidate> known = candidates.computeIfAbsent(object, _ -> new ArrayList<>(1));
    if (known.size() < WAITS) {
      Waiting waiting = new Waiting(object, kind, e.goroutine(), e.order(), e.stack(), turn);
      known.add(new Candidate(waiting, List.copyOf(holds), of(object)));
    }
  }

  private Uses of(ObjectId object) {
    return uses.computeIfAbsent(object.value(), _ -> new Uses(object));
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
