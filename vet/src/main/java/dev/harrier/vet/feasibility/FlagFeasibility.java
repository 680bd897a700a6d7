package dev.harrier.vet.feasibility;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Completion;
import dev.harrier.vet.happensbefore.Ordering.Overlapping;
import dev.harrier.vet.mayorder.ClosingGoroutines;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import java.util.List;

/**
 * Whether the goroutine that two accesses have in common can reach both of them, or to what starts
 * their goroutines, one after the other, in view of the flags that it tests on the way.
 */
public final class FlagFeasibility {
  private final EventGraph graph;
  private final Topology topology;
  private final IntList origins;
  private final Completion completion;
  private final Feasibility feasibility;
  private final ClosingGoroutines closing;

  /**
   * @param origins the nodes that those of the graph stand for in the graph of the feasibility
   */
  public FlagFeasibility(
      Topology topology,
      IntList origins,
      Completion completion,
      Feasibility feasibility,
      ClosingGoroutines closing) {
    this.graph = topology.graph();
    this.topology = topology;
    this.origins = origins;
    this.completion = completion;
    this.feasibility = feasibility;
    this.closing = closing;
  }

  public boolean of(MemoryAccess a, MemoryAccess b, Overlapping way) {
    if (way.spawn().isPresent()) {
      int spawn = way.spawn().getAsInt();
      if ((isTest(a) && isForConnections(spawn)) || closing.startsOne(spawn)) {
        return false;
      }
      int start = origins.getInt(spawn);
      return feasibility.canFollow(start, start, a.place().base(), new BitSet());
    }
    return follows(a, b, way.level()) || follows(b, a, way.level());
  }

  /** Whether a goroutine is started again only when something has arrived from outside. */
  private boolean isForConnections(int spawn) {
    return topology.reaches(spawn, spawn, _ -> false)
        && !topology.reaches(
            spawn,
            spawn,
            n ->
                graph.node(n).op() instanceof Op.Sync(OperationKind kind, _, _)
                    && kind == OrderHint.ARRIVE);
  }

  /** Tests open one connection after the other, unless they say so in code that is in sight. */
  private static boolean isTest(MemoryAccess access) {
    return access.position().file().endsWith("_test.go");
  }

  /**
   * Whether the second can come when the goroutine of the first has been started, but before
   * something that shows that the first is over.
   */
  private boolean follows(MemoryAccess first, MemoryAccess second, ThreadId level) {
    if (graph.threadOf(first).equals(level)) {
      return false;
    }
    BitSet tidings = new BitSet();
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).thread().equals(level)
          && graph.node(n).op() instanceof Op.Sync
          && completion.isDoneAfter(n, first)) {
        tidings.set(origins.getInt(n));
      }
    }
    return feasibility.canFollow(
        origins.getInt(branching(first, level)),
        origins.getInt(first.node()),
        origins.getInt(branching(second, level)),
        first.place().base(),
        tidings);
  }

  /** Where a thread reaches an access, or starts the thread that leads to it. */
  private int branching(MemoryAccess access, ThreadId level) {
    List<ThreadId> chain = topology.chain(graph.threadOf(access));
    int next = chain.indexOf(level) + 1;
    return next < chain.size() ? graph.thread(chain.get(next)).spawn() : access.node();
  }
}
