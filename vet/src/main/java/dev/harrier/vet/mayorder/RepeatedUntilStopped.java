package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Which goroutines repeat an access until another one asks them to stop. Whatever that one waits
 * for before it does, the goroutine is not over by then.
 */
final class RepeatedUntilStopped {
  private final Topology topology;
  private final EventGraph graph;

  RepeatedUntilStopped(Topology topology) {
    this.topology = topology;
    this.graph = topology.graph();
  }

  /** Whether the access may be repeated after a wait of another thread is over. */
  boolean outlasts(MemoryAccess access, int wait) {
    ThreadId thread = graph.threadOf(access);
    return graph
        .nodesOf(thread)
        .filter(this::isReceive)
        .mapToObj(graph::object)
        .distinct()
        .anyMatch(stop -> isUntil(access, stop) && isReportedAfter(stop, wait));
  }

  /**
   * Whether a thread repeats an access, and can't end without a message from the channel. One that
   * has to wait for a goroutine to connect first repeats it only if a goroutine does.
   */
  private boolean isUntil(MemoryAccess access, Place stop) {
    ThreadId thread = graph.threadOf(access);
    BitSet receives = new BitSet();
    IntStream.range(0, graph.size())
        .filter(n -> isReceive(n) && graph.object(n).equals(stop))
        .forEach(receives::set);
    return topology.reaches(access.node(), access.node(), n -> receives.get(n) || isArrival(n))
        && graph
            .nodesOf(thread)
            .filter(n -> graph.node(n).op() instanceof Op.Exit)
            .noneMatch(exit -> topology.reaches(access.node(), exit, receives::get));
  }

  /**
   * Whether every message on the channel comes from the waiting thread, and after the wait. What
   * comes before is about an earlier channel, if each round of a loop makes one.
   */
  private boolean isReportedAfter(Place stop, int wait) {
    int[] sends =
        IntStream.range(0, graph.size())
            .filter(n ->
                graph.node(n).op() instanceof Op.Sync(OperationKind kind, Place object, _)
                    && (kind == SyncKind.SEND || kind == SyncKind.CLOSE)
                    && object.equals(stop))
            .toArray();
    return sends.length > 0
        && IntStream.of(sends)
            .allMatch(n ->
                graph.node(n).thread().equals(graph.node(wait).thread())
                    && topology.reaches(wait, n, _ -> false)
                    && !topology.reaches(n, wait, m -> topology.isFresh(m, stop.base())));
  }

  private boolean isArrival(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && kind == OrderHint.ARRIVE;
  }

  private boolean isReceive(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && kind.isReceive();
  }
}
