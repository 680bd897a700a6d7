package dev.harrier.analysis.predict;

import dev.harrier.analysis.graph.Components;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects lock tuples and keeps those that can be part of a cycle. Equal requests of many
 * goroutines, and many of one goroutine, are told by few: the first and the last of each.
 */
final class LockTuples {
  /** How many goroutines speak for one request; half of them the first, half the latest. */
  private static final int SPEAKERS = 16;

  private record HeldLock(ObjectId lock, LockMode mode) {}

  private record Request(ObjectId lock, LockMode mode, List<HeldLock> held) {}

  /** Of one goroutine for one request. */
  private record FirstAndLast(LockTuple first, LockTuple last) {}

  private final Trace trace;
  private final HeldLocks held;
  private final Map<Request, LinkedHashMap<GoroutineId, FirstAndLast>> requests =
      new LinkedHashMap<>();
  private final Long2ObjectOpenHashMap<LockTuple> blocked = new Long2ObjectOpenHashMap<>();

  LockTuples(Trace trace, HeldLocks held) {
    this.trace = trace;
    this.held = held;
  }

  /** A lock is taken; {@code held} does not know it yet. */
  void acquire(Event.Acquire e) {
    if (!blocked.isEmpty()) {
      blocked.remove(e.goroutine().value());
    }
    LockTuple tuple = tuple(e, e.lock(), e.mode());
    if (tuple != null) {
      keep(tuple);
    }
  }

  /** A goroutine waits for a lock; whether it ever gets it is not known yet. */
  void block(Event.Block e) {
    LockMode mode =
        switch (e.reason()) {
          case MUTEX_LOCK, RWMUTEX_LOCK -> LockMode.WRITE;
          case RWMUTEX_RLOCK -> LockMode.READ;
          default -> null;
        };
    if (mode != null && !e.object().equals(ObjectId.NONE)) {
      LockTuple tuple = tuple(e, e.object(), mode);
      if (tuple != null) {
        blocked.put(e.goroutine().value(), tuple);
      }
    }
  }

  private @Nullable LockTuple tuple(Event e, ObjectId lock, LockMode mode) {
    List<Hold> holds = held.of(e.goroutine());
    boolean writer = mode == LockMode.WRITE && trace.object(lock).kind() == ObjectKind.RWMUTEX;
    if (holds.isEmpty() && !writer) {
      return null;
    }
    List<Hold> now = new ArrayList<>(holds.size());
    for (Hold hold : holds) {
      if (hold.lock().equals(lock) && Hold.conflict(mode, hold.mode())) {
        // It waits for itself: that is a double lock and no prediction.
        return null;
      }
      boolean unshared = held.isUnshared(hold.lock(), e.goroutine());
      now.add(new Hold(hold.lock(), hold.mode(), hold.order(), hold.stack(), unshared));
    }
    boolean unshared = held.isUnshared(lock, e.goroutine());
    return new LockTuple(e.goroutine(), lock, mode, now, e.order(), e.stack(), unshared);
  }

  private void keep(LockTuple tuple) {
    List<HeldLock> locks =
        tuple.held().stream().map(h -> new HeldLock(h.lock(), h.mode())).toList();
    LinkedHashMap<GoroutineId, FirstAndLast> speakers =
        requests.computeIfAbsent(
            new Request(tuple.lock(), tuple.mode(), locks), _ -> new LinkedHashMap<>());
    FirstAndLast known = speakers.get(tuple.goroutine());
    speakers.put(tuple.goroutine(), new FirstAndLast(known == null ? tuple : known.first, tuple));
    if (speakers.size() > SPEAKERS) {
      speakers.remove(speakers.keySet().stream().skip(SPEAKERS / 2).findFirst().orElseThrow());
    }
  }

  /**
   * The tuples that can be part of a cycle: those whose request leads from one lock to another of
   * the same strongly connected component of the graph of locks, and the writers that ask for such
   * a lock. What Magiclock (section 4.2) removes lock by lock is gone at once.
   */
  List<LockTuple> cyclic() {
    blocked.values().forEach(this::keep);
    blocked.clear();
    Long2IntOpenHashMap index = new Long2IntOpenHashMap();
    List<IntArrayList> successors = new ArrayList<>();
    for (Request request : requests.keySet()) {
      int to = indexOf(request.lock, index, successors);
      for (HeldLock from : request.held) {
        successors.get(indexOf(from.lock, index, successors)).add(to);
      }
    }
    int[] component =
        Components.of(successors.stream().map(IntArrayList::toIntArray).toArray(int[][]::new));
    boolean[] cyclic = new boolean[component.length];
    requests
        .keySet()
        .forEach(r -> {
          int lock = component[index.get(r.lock.value())];
          cyclic[lock] |=
              r.held.stream().anyMatch(h -> component[index.get(h.lock.value())] == lock);
        });
    List<LockTuple> kept = new ArrayList<>();
    requests.forEach((request, speakers) -> {
      if (cyclic[component[index.get(request.lock.value())]] && !isHandedOver(request)) {
        for (FirstAndLast both : speakers.values()) {
          kept.add(both.first);
          if (both.last.order() != both.first.order()) {
            kept.add(both.last);
          }
        }
      }
    });
    return kept;
  }

  private boolean isHandedOver(Request request) {
    return held.isHandedOver(request.lock)
        || request.held.stream().anyMatch(h -> held.isHandedOver(h.lock));
  }

  private static int indexOf(
      ObjectId lock, Long2IntOpenHashMap index, List<IntArrayList> successors) {
    int known = index.getOrDefault(lock.value(), -1);
    if (known < 0) {
      known = successors.size();
      index.put(lock.value(), known);
      successors.add(new IntArrayList(2));
    }
    return known;
  }
}
