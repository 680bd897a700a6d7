package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Goroutines that always close a channel of those that started them. A second one would panic, so
 * however the loop around it looks, the go statement runs once for each channel.
 */
public final class ClosingGoroutines {
  private final Topology topology;
  private final Set<Place> assigned;

  /**
   * @param whole with all accesses, also those that are not asked about
   */
  public ClosingGoroutines(Topology topology, EventGraph whole) {
    this.topology = topology;
    this.assigned =
        whole.accesses().stream()
            .filter(a -> a.write())
            .map(a -> a.place())
            .collect(Collectors.toSet());
  }

  /** Whether what the node starts closes a channel that is the same each time. */
  public boolean startsOne(int spawn) {
    EventGraph graph = topology.graph();
    if (!(graph.node(spawn).op() instanceof Op.Spawn(ThreadId thread))) {
      return false;
    }
    return graph
        .nodesOf(thread)
        .filter(n -> isClose(graph, n))
        .mapToObj(graph::object)
        .distinct()
        .anyMatch(channel ->
            !topology.descends(topology.owner(channel.base()), thread)
                && topology.repeatsFor(spawn, channel.base())
                && !isMoved(channel)
                && isAlwaysClosed(thread, channel));
  }

  private boolean isAlwaysClosed(ThreadId thread, Place channel) {
    EventGraph graph = topology.graph();
    int entry = graph.thread(thread).entry();
    return graph
        .nodesOf(thread)
        .filter(n -> graph.node(n).op() instanceof Op.Exit)
        .noneMatch(exit ->
            topology.reaches(
                entry, exit, n -> isClose(graph, n) && graph.object(n).equals(channel)));
  }

  /** Whether a variable on the way to the channel is assigned. */
  private boolean isMoved(Place channel) {
    List<Step> path = channel.path();
    for (int i = 0; i < path.size(); i++) {
      if (path.get(i).equals(Place.TARGET)
          && assigned.contains(new Place(channel.base(), path.subList(0, i)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isClose(EventGraph graph, int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && kind == SyncKind.CLOSE;
  }
}
