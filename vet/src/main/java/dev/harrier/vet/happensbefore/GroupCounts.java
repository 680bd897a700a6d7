package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Whether a group counts fewer goroutines than call Done on it: Wait may return after the first of
 * them then. Only said where all numbers are known.
 */
public final class GroupCounts {
  private final Topology topology;
  private final EventGraph graph;

  public GroupCounts(Topology topology) {
    this.topology = topology;
    this.graph = topology.graph();
  }

  /** Whether more of the threads, which call Done, can run than Add has counted for a Wait. */
  public boolean areFewer(int wait, Place group, Collection<ThreadId> threads) {
    OptionalInt added = added(wait, group);
    return added.isPresent() && added.getAsInt() > 0 && together(threads, group) > added.getAsInt();
  }

  /** The most that Add can have counted by then; empty if that has no bound in sight. */
  private OptionalInt added(int wait, Place group) {
    int sum = 0;
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync(OperationKind kind, Place object, _)
          && kind.isAdd()
          && object.equals(group)) {
        if (kind == SyncKind.ADD_SOME || mayRepeat(n, group)) {
          return OptionalInt.empty();
        }
        sum +=
            topology.reaches(wait, n, _ -> false) && !topology.reaches(n, wait, _ -> false) ? 0 : 1;
      }
    }
    return OptionalInt.of(sum);
  }

  private boolean mayRepeat(int node, Place group) {
    boolean own = topology.reaches(node, node, n -> topology.isFresh(n, group.base()));
    return own || mayRepeat(graph.node(node).thread(), group);
  }

  /** Whether several goroutines of a thread, or of one around it, can use one group. */
  private boolean mayRepeat(ThreadId thread, Place group) {
    Optional<ThreadId> at = Optional.of(thread);
    while (at.isPresent() && !at.get().equals(ThreadId.ROOT)) {
      if (topology.repeatsFor(graph.thread(at.get()).spawn(), group.base())) {
        return true;
      }
      at = graph.thread(at.get()).parent();
    }
    return false;
  }

  /** How many of the threads can surely run in one execution. */
  private int together(Collection<ThreadId> threads, Place object) {
    List<ThreadId> chosen = new ArrayList<>();
    for (ThreadId thread : threads) {
      if (chosen.stream().allMatch(other -> canBoth(other, thread, object))) {
        chosen.add(thread);
      }
    }
    return chosen.size();
  }

  private boolean canBoth(ThreadId a, ThreadId b, Place group) {
    IntPredicate isRenewed = n -> topology.isFresh(n, group.base());
    if (a.equals(ThreadId.ROOT) || b.equals(ThreadId.ROOT)) {
      return false;
    }
    int x = graph.thread(a).spawn();
    int y = graph.thread(b).spawn();
    return graph.node(x).thread().equals(graph.node(y).thread())
        && (topology.reaches(x, y, isRenewed) || topology.reaches(y, x, isRenewed));
  }
}
