package dev.harrier.vet.race;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Ordering;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.HashMap;
import java.util.Map;

/** Whether two accesses exclude each other by a lock. */
final class LockExclusion {
  private final Topology topology;
  private final Locksets locksets;

  LockExclusion(Topology topology, Locksets locksets) {
    this.topology = topology;
    this.locksets = locksets;
  }

  /** Whether both hold the same instance of a lock, at least one of them exclusively. */
  boolean excludes(MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    Map<Locksets.Held, Exclusion> x = locksets.at(a.node());
    Map<Locksets.Held, Exclusion> y = locksets.at(b.node());
    return x.entrySet().stream()
        .anyMatch(e -> {
          Locksets.Held held = e.getKey();
          Exclusion other = y.get(held);
          return other != null
              && (e.getValue() == Exclusion.EXCLUSIVE || other == Exclusion.EXCLUSIVE)
              && isShared(held, way)
              && isGivenBack(held, a)
              && isGivenBack(held, b);
        });
  }

  /**
   * Whether both own the same object by its state, and give it back after the access. That two
   * never own it at once is what the object is for, not what was proved.
   */
  boolean probablyExcludes(MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    Map<Locksets.Held, Exclusion> y = locksets.at(b.node());
    return locksets.at(a.node()).entrySet().stream()
        .anyMatch(e ->
            e.getValue() == Exclusion.PROBABLE
                && y.get(e.getKey()) == Exclusion.PROBABLE
                && isShared(e.getKey(), way)
                && isDisowned(e.getKey(), a)
                && isDisowned(e.getKey(), b));
  }

  /** Whether one holds a lock of which it is not known which one it is, and the other holds one. */
  boolean mayExclude(MemoryAccess a, MemoryAccess b) {
    return (holdsUnknown(a) && !locksets.at(b.node()).isEmpty())
        || (holdsUnknown(b) && !locksets.at(a.node()).isEmpty());
  }

  private boolean holdsUnknown(MemoryAccess access) {
    return locksets
        .at(access.node())
        .containsKey(new Locksets.Held(Place.UNKNOWN_LOCK, Locksets.How.MUTEX));
  }

  private boolean isDisowned(Locksets.Held held, MemoryAccess access) {
    EventGraph graph = topology.graph();
    return graph
        .nodesOf(graph.threadOf(access))
        .anyMatch(n ->
            graph.node(n).op() instanceof Op.Unlock(Place object, Exclusion _)
                && object.equals(held.lock())
                && topology.reaches(access.node(), n, _ -> false));
  }

  /**
   * Whether the caller of the root may hold the lock that one access holds: the lock comes from
   * outside, the other access is in the root's own goroutine, and that one never takes the lock.
   */
  boolean mayBeHeldByCaller(MemoryAccess a, MemoryAccess b) {
    return isLeftToCaller(a, b) || isLeftToCaller(b, a);
  }

  private boolean isLeftToCaller(MemoryAccess locked, MemoryAccess bare) {
    EventGraph graph = topology.graph();
    return graph.threadOf(bare).equals(ThreadId.ROOT)
        && held(locked).keySet().stream()
            .anyMatch(held -> isFromOutside(held.lock()) && !isTakenByRoot(held.lock()));
  }

  private static boolean isFromOutside(Place lock) {
    return switch (lock.base()) {
      case Place.Base.Parameter _, Place.Base.Captured _, Place.Base.PackageLevel _ -> true;
      case Place.Base.Variable _,
          Place.Base.Result _,
          Place.Base.Subtests _,
          Place.Base.Nothing _ ->
          false;
    };
  }

  private boolean isTakenByRoot(Place lock) {
    EventGraph graph = topology.graph();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.thread().equals(ThreadId.ROOT)
          && node.op() instanceof Op.Lock taken
          && taken.lock().equals(lock)) {
        return true;
      }
    }
    return false;
  }

  /** The locks that an access surely holds. */
  Map<Locksets.Held, Exclusion> held(MemoryAccess access) {
    Map<Locksets.Held, Exclusion> held = new HashMap<>(locksets.at(access.node()));
    held.values().removeIf(mode -> mode == Exclusion.PROBABLE);
    return held;
  }

  /** A lock that each goroutine makes for itself protects nothing. */
  private boolean isShared(Locksets.Held held, Ordering.Overlapping way) {
    Place lock = held.lock();
    if (!topology.descends(way.level(), topology.owner(lock.base()))) {
      return false;
    }
    return way.spawn().isEmpty() || topology.repeatsFor(way.spawn().getAsInt(), lock.base());
  }

  /**
   * A channel is used as a lock only by a goroutine that takes back what it sent, or sends what it
   * took.
   */
  private boolean isGivenBack(Locksets.Held held, MemoryAccess access) {
    SyncKind back =
        switch (held.how()) {
          case MUTEX -> null;
          case SENT -> SyncKind.RECEIVE;
          case RECEIVED -> SyncKind.SEND;
        };
    if (back == null) {
      return true;
    }
    EventGraph graph = topology.graph();
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync(OperationKind kind, Place object, _)
          && kind == back
          && object.equals(held.lock())
          && graph.node(n).thread().equals(graph.threadOf(access))
          && topology.reaches(access.node(), n, _ -> false)) {
        return true;
      }
    }
    return false;
  }
}
