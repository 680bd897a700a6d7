package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which races hang on something that the code does not show: how often a loop runs before the one
 * message that a goroutine waits for, what a worker is given before it calls back, what went over
 * the network, why a helper starts a goroutine, which one of many goroutines is let through. By the
 * memory model they are races; in real programs most of them are ordered.
 */
public final class PossibleOrders {
  private final Topology topology;
  private final EventGraph graph;
  private final Set<Function> lexical;
  private final EndedWaits endedWaits;
  private final RepeatedUntilStopped repeated;
  private final OtherMessages otherMessages;

  /**
   * @param lexical the functions that can name the root's variables
   */
  public PossibleOrders(Topology topology, Set<Function> lexical) {
    this.topology = topology;
    this.graph = topology.graph();
    this.lexical = lexical;
    this.endedWaits = new EndedWaits(topology);
    this.repeated = new RepeatedUntilStopped(topology);
    this.otherMessages = new OtherMessages(topology, endedWaits);
  }

  public Set<PossibleOrder> about(MemoryAccess a, MemoryAccess b) {
    Set<PossibleOrder> orders = EnumSet.noneOf(PossibleOrder.class);
    waits(a, b, orders);
    waits(b, a, orders);
    if (isCalledBack(a, b) || isCalledBack(b, a)) {
      orders.add(PossibleOrder.CALLED_BACK);
    }
    if (isForOne(a) && isForOne(b) && graph.threadOf(a).equals(graph.threadOf(b))) {
      orders.add(PossibleOrder.ONE_OF_MANY);
    }
    if (mayNotStart(a) || mayNotStart(b)) {
      orders.add(PossibleOrder.OPTIONAL_START);
    }
    return orders;
  }

  /**
   * Whether {@code late} always comes after a wait that something after {@code early} can end, be
   * it by way of other goroutines, or that no goroutine in sight ends.
   */
  private void waits(MemoryAccess early, MemoryAccess late, Set<PossibleOrder> orders) {
    ThreadId releasing = graph.threadOf(early);
    ThreadId waiting = graph.threadOf(late);
    if (releasing.equals(waiting)) {
      return;
    }
    BitSet waits = endedWaits.waitsThatMayFollow(early.node(), waiting);
    for (int w = waits.nextSetBit(0); w >= 0; w = waits.nextSetBit(w + 1)) {
      if (repeated.outlasts(early, w) || otherMessages.mayEnd(w, early, late)) {
        waits.clear(w);
      }
    }
    int start = start(waiting, releasing);
    if (waits.isEmpty() || topology.reaches(start, late.node(), waits::get)) {
      return;
    }
    boolean inSight = !topology.reaches(start, late.node(), n -> waits.get(n) && !isUnfollowed(n));
    orders.add(inSight ? PossibleOrder.WAIT : PossibleOrder.UNFOLLOWED_CALL);
  }

  private boolean isUnfollowed(int node) {
    return graph.node(node).op() instanceof Op.Sync sync && sync.kind() == OrderHint.UNFOLLOWED;
  }

  /** Where the waiting thread started the other one; where it starts itself if it did not. */
  private int start(ThreadId waiting, ThreadId other) {
    List<ThreadId> chain = topology.chain(other);
    int at = chain.indexOf(waiting);
    return at >= 0 && at + 1 < chain.size()
        ? graph.thread(chain.get(at + 1)).spawn()
        : graph.thread(waiting).entry();
  }

  /** Whether code that cannot name the variable waits for something, and then calls the access. */
  private boolean isCalledBack(MemoryAccess access, MemoryAccess other) {
    ThreadId thread = graph.threadOf(access);
    int entry = graph.thread(thread).entry();
    Optional<Frame> frame = Optional.of(access.frame());
    while (frame.isPresent() && frame.get() != graph.thread(thread).frame()) {
      Frame caller = frame.get();
      if (!lexical.contains(caller.function())
          && operations(thread)
              .anyMatch(n ->
                  graph.node(n).frame() == caller
                      && ((isWait(n) && !isReleasedBy(n, graph.threadOf(other))) || isOpaque(n))
                      && !topology.reaches(entry, access.node(), m -> m == n))) {
        return true;
      }
      frame = caller.caller();
    }
    return false;
  }

  /** Whether a thread sends what a node receives: what that orders is known. */
  private boolean isReleasedBy(int wait, ThreadId thread) {
    return graph.node(wait).op() instanceof Op.Sync(OperationKind kind, var object, _)
        && kind.isReceive()
        && graph
            .nodesOf(thread)
            .anyMatch(n ->
                graph.node(n).op() instanceof Op.Sync(OperationKind release, var sent, _)
                    && (release == SyncKind.SEND || release == SyncKind.CLOSE)
                    && sent.equals(object));
  }

  /** Whether the access is behind a branch that probably lets one goroutine through. */
  private boolean isForOne(MemoryAccess access) {
    ThreadId thread = graph.threadOf(access);
    int entry = graph.thread(thread).entry();
    return graph
        .nodesOf(thread)
        .filter(n -> graph.node(n).op() instanceof Op.Chosen)
        .anyMatch(n -> !topology.reaches(entry, access.node(), m -> m == n));
  }

  /** Whether a helper decides by what it knows whether to start the goroutine at all. */
  private boolean mayNotStart(MemoryAccess access) {
    return topology.chain(graph.threadOf(access)).stream().anyMatch(graph::isOptional);
  }

  private IntStream operations(ThreadId thread) {
    return graph.nodesOf(thread).filter(n -> graph.node(n).op() instanceof Op.Sync);
  }

  private boolean isWait(int node) {
    return graph.node(node).op() instanceof Op.Sync sync && EndedWaits.isWait(sync.kind());
  }

  private boolean isOpaque(int node) {
    return graph.node(node).op() instanceof Op.Sync sync && sync.kind() == OrderHint.OPAQUE;
  }
}
