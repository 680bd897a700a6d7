package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place.Base;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Reachability within threads, and how threads descend from each other. */
public final class Topology {
  private final EventGraph graph;
  private final Map<Base, IntSet> fresh = new HashMap<>();

  public Topology(EventGraph graph) {
    this.graph = graph;
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.op() instanceof Op.Fresh(Base base)) {
        fresh.computeIfAbsent(base, _ -> new IntOpenHashSet()).add(n);
      }
    }
  }

  /** Whether control can get from one node to another, in a step or more, past no avoided node. */
  public boolean reaches(int from, int to, IntPredicate avoid) {
    return graph.reaches(from, to, avoid);
  }

  /** Whether a node makes a new instance of the base. */
  public boolean isFresh(int node, Base base) {
    IntSet nodes = fresh.get(base);
    return nodes != null && nodes.contains(node);
  }

  /** Whether a spawn node can run twice for one instance of the base. */
  public boolean repeatsFor(int spawn, Base base) {
    return reaches(spawn, spawn, n -> isFresh(n, base));
  }

  /** The thread whose activation makes the base; the root if the base is there from the start. */
  public ThreadId owner(Base base) {
    IntSet nodes = fresh.get(base);
    if (nodes != null) {
      return graph.node(nodes.intStream().min().orElseThrow()).thread();
    }
    return frame(base).flatMap(graph::threadOf).orElse(ThreadId.ROOT);
  }

  /** The threads from the root down to {@code thread}, both included. */
  public List<ThreadId> chain(ThreadId thread) {
    List<ThreadId> chain = new ArrayList<>();
    Optional<ThreadId> at = Optional.of(thread);
    while (at.isPresent()) {
      chain.addFirst(at.get());
      at = graph.thread(at.get()).parent();
    }
    return chain;
  }

  /** How many threads, from the root on, two threads have in common. */
  public int common(List<ThreadId> a, List<ThreadId> b) {
    int n = 0;
    while (n < a.size() && n < b.size() && a.get(n).equals(b.get(n))) {
      n++;
    }
    return n;
  }

  /** Whether a thread is another one or descends from it. */
  public boolean descends(ThreadId thread, ThreadId from) {
    return chain(thread).contains(from);
  }

  public EventGraph graph() {
    return graph;
  }

  /** The activation that a base belongs to, if it belongs to one. */
  private static Optional<Frame> frame(Base base) {
    return switch (base) {
      case Base.Variable v -> Optional.of(v.frame());
      case Base.Parameter p -> Optional.of(p.frame());
      case Base.Captured c -> Optional.of(c.frame());
      case Base.Result r -> Optional.of(r.frame());
      case Base.Subtests s -> Optional.of(s.frame());
      case Base.PackageLevel _, Base.Nothing _ -> Optional.empty();
    };
  }
}
