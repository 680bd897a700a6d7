package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The dataflow that the package comment describes. */
public final class Completion {
  private final Topology topology;
  private final EventGraph graph;
  private final Futures futures;
  private final Partners partners;
  private final Ends ends;
  private final Map<Integer, BitSet> beforeClose = new HashMap<>();
  private final int size;
  private final List<BitSet> in = new ArrayList<>();
  private final List<IntList> predecessors = new ArrayList<>();

  public Completion(Topology topology, Capacities capacities, Locksets locksets) {
    this.topology = topology;
    this.graph = topology.graph();
    this.futures = new Futures(topology);
    this.partners = new Partners(topology, capacities);
    this.size = graph.accesses().size();
    for (int n = 0; n < graph.size(); n++) {
      in.add(Bits.all(size));
      predecessors.add(new IntArrayList(2));
    }
    for (int n = 0; n < graph.size(); n++) {
      for (int s : graph.successors(n)) {
        predecessors.get(s).add(n);
      }
    }
    this.ends = new Ends(graph, predecessors);
    OpenChannels open = new OpenChannels(topology, locksets);
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync sync && sync.kind() == SyncKind.CLOSE) {
        beforeClose.put(n, open.beforeClose(n));
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int n = 0; n < graph.size(); n++) {
        changed |= update(n);
      }
    }
  }

  /** Whether every execution of the access that is not a consequence of the node precedes it. */
  public boolean isDone(int node, MemoryAccess access) {
    return in.get(node).get(access.id());
  }

  /** Whether that is so once the node is over. */
  public boolean isDoneAfter(int node, MemoryAccess access) {
    return out(node).get(access.id());
  }

  private boolean update(int node) {
    BitSet bits = in.get(node);
    BitSet before = Bits.copy(bits);
    for (int p : predecessors.get(node)) {
      bits.and(out(p));
    }
    EventGraph.SpawnSite thread = graph.thread(graph.node(node).thread());
    if (thread.entry() == node && thread.spawn() >= 0) {
      BitSet inherited = exported(thread.spawn());
      inherited.or(futures.subtree(thread.id()));
      bits.and(inherited);
    }
    return !bits.equals(before);
  }

  /** What every operation that comes after this one, on whatever thread, may rely on. */
  private BitSet exported(int node) {
    return Bits.without(in.get(node), futures.after(node));
  }

  private BitSet out(int node) {
    BitSet bits = in.get(node);
    return switch (graph.node(node).op()) {
      case Op.Spawn(ThreadId thread) -> Bits.without(bits, futures.subtree(thread));
      case Op.Fresh(Base base) -> or(bits, futures.of(base));
      case Op.Sync sync when sync.kind() == SyncKind.REST -> Bits.all(size);
      case Op.Sync sync when sync.kind() == SyncKind.CLOSE ->
          or(bits, beforeClose.getOrDefault(node, Bits.all(0)));
      case Op.Sync sync -> acquired(node, sync, bits);
      case Op.Pass _,
          Op.Touch _,
          Op.Lock _,
          Op.Unlock _,
          Op.Exit _,
          Op.Chosen _,
          Op.Observes _,
          Op.Uses _ ->
          bits;
    };
  }

  private BitSet acquired(int node, Op.Sync sync, BitSet bits) {
    List<Partners.Group> groups = partners.of(node, sync);
    if (groups.isEmpty()) {
      return bits;
    }
    boolean all = partners.waitsForAll(node, sync, groups);
    BitSet gained = all ? new BitSet(size) : Bits.all(size);
    for (Partners.Group group : groups) {
      BitSet common = Bits.all(size);
      for (int release : group.releases()) {
        common.and(released(group.thread(), release));
      }
      if (group.thread().equals(graph.node(node).thread())) {
        common.clear(); // What the thread did itself, before its variables may have become others.
      }
      if (!all) {
        group.repeated().forEach(t -> common.andNot(futures.subtree(t)));
      }
      if (all) {
        gained.or(common);
      } else {
        gained.and(common);
      }
    }
    gained.or(bits);
    return gained;
  }

  /** What is over when a release has let a goroutine through. */
  private BitSet released(ThreadId thread, int release) {
    BitSet bits = exported(release);
    if (graph.node(release).op() instanceof Op.Sync(OperationKind kind, Place object, _)
        && (kind == SyncKind.DONE || kind == SyncKind.CLOSE)) {
      topology.chain(thread).forEach(t -> bits.or(ends.before(t, object, kind)));
    }
    return bits;
  }

  private static BitSet or(BitSet a, BitSet b) {
    BitSet result = Bits.copy(a);
    result.or(b);
    return result;
  }
}
