package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.SyncKind;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Accesses that a thread makes under a lock because it has found a channel open. A goroutine that
 * closes the channel under the same lock comes after all of them: later, they would have found it
 * closed.
 */
final class OpenChannels {
  private final Topology topology;
  private final EventGraph graph;
  private final Locksets locksets;

  OpenChannels(Topology topology, Locksets locksets) {
    this.topology = topology;
    this.graph = topology.graph();
    this.locksets = locksets;
  }

  /** The accesses that are over when a close is, by the locks that it is made under. */
  BitSet beforeClose(int close) {
    BitSet before = new BitSet();
    Place channel = graph.object(close);
    if (channel.isIndirect() || !isMadeOnce(channel.base())) {
      return before;
    }
    locksets
        .at(close)
        .forEach((held, mode) -> {
          if (held.how() == Locksets.How.MUTEX && isMadeOnce(held.lock().base())) {
            looks(channel, held, mode).forEach(look -> guarded(look, channel, held, before));
          }
        });
    return before;
  }

  /** Where a thread that holds a lock finds the channel open. */
  private List<Integer> looks(Place channel, Locksets.Held lock, Exclusion mode) {
    return nodes(n ->
            is(n, SyncKind.FOUND_OPEN)
                && graph.object(n).equals(channel)
                && excludes(mode, locksets.at(n).get(lock)))
        .boxed()
        .toList();
  }

  private static boolean excludes(
      Exclusion one, @org.jspecify.annotations.Nullable Exclusion other) {
    return other != null
        && one != Exclusion.PROBABLE
        && other != Exclusion.PROBABLE
        && (one == Exclusion.EXCLUSIVE || other == Exclusion.EXCLUSIVE);
  }

  /** Adds what a thread reaches only by way of a look, and before it gives the lock back. */
  private void guarded(int look, Place channel, Locksets.Held held, BitSet before) {
    ThreadId thread = graph.node(look).thread();
    for (MemoryAccess access : graph.accesses()) {
      Base base = access.place().base();
      if (graph.threadOf(access).equals(thread)
          && !before.get(access.id())
          && isWithin(base, channel.base())
          && isWithin(base, held.lock().base())
          && starts(thread, held.lock())
              .noneMatch(n -> topology.reaches(n, access.node(), m -> m == look))) {
        before.set(access.id());
      }
    }
  }

  /** From where a thread must look again: its beginning, and where it gives the lock back. */
  private IntStream starts(ThreadId thread, Place lock) {
    return IntStream.concat(
        IntStream.of(graph.thread(thread).entry()),
        graph
            .nodesOf(thread)
            .filter(n ->
                graph.node(n).op() instanceof Op.Unlock(Place object, Exclusion _)
                    && object.equals(lock)));
  }

  /** Whether each instance of one base belongs to a single instance of the other. */
  private boolean isWithin(Base base, Base other) {
    return topology.descends(topology.owner(base), topology.owner(other));
  }

  private boolean isMadeOnce(Base base) {
    return nodes(n -> topology.isFresh(n, base)).noneMatch(n -> topology.reaches(n, n, _ -> false));
  }

  private boolean is(int node, SyncKind kind) {
    return graph.node(node).op() instanceof Op.Sync sync && sync.kind() == kind;
  }

  private IntStream nodes(IntPredicate condition) {
    return IntStream.range(0, graph.size()).filter(condition);
  }
}
