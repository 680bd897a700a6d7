package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Overlap.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** In which ways two accesses can run at the same time on one instance of their variable. */
public final class Ordering {
  private final Topology topology;
  private final EventGraph graph;
  private final Completion completion;

  /**
   * One way.
   *
   * @param level the thread that both goroutines descend from, or are
   * @param spawn the node that starts both, if they are two goroutines of one kind
   */
  public record Overlapping(ThreadId level, OptionalInt spawn, Relation relation) {}

  public Ordering(Topology topology, Completion completion) {
    this.topology = topology;
    this.graph = topology.graph();
    this.completion = completion;
  }

  /** All ways; empty if the accesses are ordered in every execution. */
  public List<Overlapping> ways(MemoryAccess a, MemoryAccess b) {
    List<ThreadId> x = topology.chain(graph.threadOf(a));
    List<ThreadId> y = topology.chain(graph.threadOf(b));
    int common = topology.common(x, y);
    int owner = topology.chain(topology.owner(a.place().base())).size();
    List<Overlapping> ways = new ArrayList<>();
    for (int i = owner; i < common; i++) {
      int spawn = graph.thread(x.get(i)).spawn();
      if (!completion.isDone(spawn, a) || !completion.isDone(spawn, b)) {
        ways.add(new Overlapping(x.get(i - 1), OptionalInt.of(spawn), Relation.PEERS));
      }
    }
    if (common >= owner && (x.size() > common || y.size() > common) && areUnordered(a, b)) {
      boolean siblings = x.size() > common && y.size() > common;
      boolean apart = siblings && areApart(a, x.get(common), b, y.get(common));
      if (!apart) {
        Relation relation = siblings ? Relation.PEERS : Relation.FAMILY;
        ways.add(new Overlapping(x.get(common - 1), OptionalInt.empty(), relation));
      }
    }
    return ways;
  }

  private boolean areUnordered(MemoryAccess a, MemoryAccess b) {
    return !completion.isDone(b.node(), a) && !completion.isDone(a.node(), b);
  }

  /** Whether each of two siblings only starts when the access of the other is over. */
  private boolean areApart(MemoryAccess a, ThreadId ofA, MemoryAccess b, ThreadId ofB) {
    return completion.isDone(graph.thread(ofB).spawn(), a)
        && completion.isDone(graph.thread(ofA).spawn(), b);
  }
}
