package dev.harrier.analysis.predict.lock;

import dev.harrier.analysis.graph.Components;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects lock tuples and keeps those that can be part of a cycle. */
public final class LockTuples {
  /**
   * A goroutine that holds more locks than this is left out. The type checker of Go 1.27 holds a
   * thousand, one for each type that it is about to resolve; all of them would be reported with
   * each.
   */
  private static final int MOST_HELD = 8;

  /** More different requests than this take too much memory; later ones are passed over. */
  private static final int MOST_REQUESTS = 500_000;

  private final ProgramState program;
  private final LimitCounts limits;
  private final Long2ObjectOpenHashMap<LockRequest> byHash = new Long2ObjectOpenHashMap<>();
  private final List<LockRequest> requests = new ArrayList<>();
  private final Long2ObjectOpenHashMap<LockTuple> blocked = new Long2ObjectOpenHashMap<>();

  public LockTuples(ProgramState program, LimitCounts limits) {
    this.program = program;
    this.limits = limits;
  }

  /** A lock is taken; the program does not know it yet. */
  public void acquire(Event.Acquire e) {
    if (!blocked.isEmpty()) {
      blocked.remove(e.goroutine().value());
    }
    LockTuple tuple = tuple(e, e.lock(), e.mode());
    if (tuple != null) {
      keep(tuple);
    }
  }

  /** A goroutine waits for a lock; whether it ever gets it is not known yet. */
  public void block(Event.Block e) {
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

  private @Nullable LockTuple tuple(Event e, ObjectId id, LockMode mode) {
    GoroutineState goroutine = program.goroutine(e.goroutine());
    boolean bare = !goroutine.holdsAny();
    if (goroutine.holdCount() > MOST_HELD) {
      limits.add(Limit.LOCKS_AT_ONCE, 1);
      return null;
    }
    if ((bare && mode == LockMode.READ)
        || !(program.object(id) instanceof LockState lock)
        || (bare && !lock.isReadWrite())) {
      return null;
    }
    List<Acquisition> now = bare ? List.of() : holds(goroutine);
    for (Acquisition hold : now) {
      if (hold.lock().equals(id) && Acquisition.conflict(mode, hold.mode())) {
        // It waits for itself: that is a double lock and no prediction.
        return null;
      }
    }
    return new LockTuple(
        e.goroutine(), id, mode, now, e.order(), e.stack(), isUnshared(id, e.goroutine()));
  }

  private List<Acquisition> holds(GoroutineState goroutine) {
    List<Acquisition> holds = new ArrayList<>(2);
    for (Event.Acquire e : goroutine.holds()) {
      boolean unshared = isUnshared(e.lock(), goroutine.id());
      holds.add(new Acquisition(e.lock(), e.mode(), e.order(), e.stack(), unshared));
    }
    return holds;
  }

  /** Whether no goroutine but this goroutine has taken the lock, as far as is remembered. */
  private boolean isUnshared(ObjectId lock, GoroutineId by) {
    return !program.object(lock).participants().anyOther(by, Role.LOCKED);
  }

  private void keep(LockTuple tuple) {
    long hash = LockRequest.hash(tuple);
    LockRequest known = byHash.get(hash);
    for (LockRequest r = known; r != null; r = r.next) {
      if (r.isOf(tuple)) {
        r.add(tuple);
        return;
      }
    }
    if (requests.size() == MOST_REQUESTS) {
      limits.add(Limit.REQUESTS, 1);
      return;
    }
    LockRequest request = new LockRequest(tuple, known);
    request.add(tuple);
    byHash.put(hash, request);
    requests.add(request);
  }

  /**
   * The tuples that can be part of a cycle: those whose request leads from one lock to another of
   * the same strongly connected component of the graph of locks, and the writers that ask for such
   * a lock. What Magiclock (section 4.2) removes lock by lock is gone at once.
   *
   * @param isHandedOff whether a lock is one that some take and others give back
   */
  public List<LockTuple> cyclic(Predicate<ObjectId> isHandedOff) {
    blocked.values().forEach(this::keep);
    blocked.clear();
    Long2IntOpenHashMap index = new Long2IntOpenHashMap();
    List<IntArrayList> successors = new ArrayList<>();
    for (LockRequest request : requests) {
      int to = indexOf(request.lock(), index, successors);
      for (Acquisition from : request.held()) {
        successors.get(indexOf(from.lock(), index, successors)).add(to);
      }
    }
    int[] component =
        Components.of(successors.stream().map(IntArrayList::toIntArray).toArray(int[][]::new));
    boolean[] cyclic = new boolean[component.length];
    for (LockRequest request : requests) {
      int lock = component[index.get(request.lock().value())];
      cyclic[lock] |=
          request.held().stream().anyMatch(h -> component[index.get(h.lock().value())] == lock);
    }
    List<LockTuple> kept = new ArrayList<>();
    for (LockRequest request : requests) {
      if (cyclic[component[index.get(request.lock().value())]]
          && !isHandedOff.test(request.lock())
          && request.held().stream().noneMatch(h -> isHandedOff.test(h.lock()))) {
        kept.addAll(request.tuples());
      }
    }
    return kept;
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
