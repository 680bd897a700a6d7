package dev.harrier.vet.feasibility;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place.Base;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What branches of a goroutine tell of variables of those that started it: if nobody assigns one
 * once the goroutine is there, it had that value when the goroutine was started.
 */
final class FoundLater {
  private final Topology topology;
  private final EventGraph graph;

  FoundLater(Topology topology) {
    this.topology = topology;
    this.graph = topology.graph();
  }

  /** What is known when a goroutine is at a node, of variables as they were at its start. */
  Set<Op.Tells> at(int node, int start) {
    Set<Op.Tells> found = new HashSet<>();
    int entry = graph.thread(graph.node(node).thread()).entry();
    graph
        .nodesOf(graph.node(node).thread())
        .mapToObj(n -> graph.node(n).op())
        .filter(op ->
            op instanceof Op.Tells(Flag flag, News news)
                && flag instanceof Flag.Memory(var place)
                && FlagUses.isQuestion(news)
                && !isAssignedAfter(start, place.base()))
        .distinct()
        .filter(op -> !graph.reaches(entry, node, n -> graph.node(n).op().equals(op)))
        .forEach(op -> found.add((Op.Tells) op));
    return found;
  }

  private boolean isAssignedAfter(int start, Base base) {
    ThreadId starter = graph.node(start).thread();
    return assignments(base, n -> !graph.node(n).thread().equals(starter)).findAny().isPresent()
        || assignments(base, n -> graph.reaches(start, n, m -> topology.isFresh(m, base)))
            .findAny()
            .isPresent();
  }

  private IntStream assignments(Base base, IntPredicate condition) {
    return IntStream.range(0, graph.size())
        .filter(n ->
            graph.node(n).op() instanceof Op.Tells(Flag flag, News news)
                && flag instanceof Flag.Memory(var place)
                && place.base().equals(base)
                && !FlagUses.isQuestion(news)
                && condition.test(n));
  }
}
