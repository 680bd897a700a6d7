package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place.Base;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which accesses may still follow a node, in its thread or in a thread that is started there, on
 * the instance of the variable that exists at the node. A backward may-dataflow.
 */
final class Futures {
  private final EventGraph graph;
  private final int size;
  private final Map<ThreadId, BitSet> bySubtree = new HashMap<>();
  private final Map<Base, BitSet> byBase = new HashMap<>();
  private final List<BitSet> after = new ArrayList<>();

  Futures(Topology topology) {
    this.graph = topology.graph();
    this.size = graph.accesses().size();
    for (MemoryAccess access : graph.accesses()) {
      for (ThreadId thread : topology.chain(graph.threadOf(access))) {
        bySubtree.computeIfAbsent(thread, _ -> new BitSet(size)).set(access.id());
      }
      byBase.computeIfAbsent(access.place().base(), _ -> new BitSet(size)).set(access.id());
    }
    for (int n = 0; n < graph.size(); n++) {
      after.add(new BitSet(size));
    }
    solve();
  }

  /** What may follow the node, without the node itself. */
  BitSet after(int node) {
    return after.get(node);
  }

  /** Everything that a thread and its descendants access. */
  BitSet subtree(ThreadId thread) {
    return bySubtree.getOrDefault(thread, new BitSet());
  }

  /** Every access to a base. */
  BitSet of(Base base) {
    return byBase.getOrDefault(base, new BitSet());
  }

  private void solve() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int n = graph.size() - 1; n >= 0; n--) {
        BitSet bits = after.get(n);
        int before = bits.cardinality();
        for (int s : graph.successors(n)) {
          bits.or(from(s));
        }
        changed |= bits.cardinality() != before;
      }
    }
  }

  private BitSet from(int node) {
    BitSet bits = Bits.copy(after.get(node));
    switch (graph.node(node).op()) {
      case Op.Touch(int access) -> bits.set(access);
      case Op.Spawn(ThreadId thread) -> bits.or(subtree(thread));
      case Op.Fresh(Base base) -> bits.andNot(of(base));
      case Op.Pass _,
          Op.Sync _,
          Op.Lock _,
          Op.Unlock _,
          Op.Exit _,
          Op.Chosen _,
          Op.Observes _,
          Op.Uses _ -> {}
    }
    return bits;
  }
}
