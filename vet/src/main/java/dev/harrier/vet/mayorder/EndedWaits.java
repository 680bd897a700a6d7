package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.GroupCounts;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What an event may bring about: the waits that it may end, in other goroutines, what these
 * continue to do, the waits that they end in turn. The happens-before of the memory model needs all
 * of this on every path; this is for what may order two accesses, where one path will do.
 */
final class EndedWaits {
  private static final Set<OperationKind> WAITS =
      Set.of(
          SyncKind.RECEIVE,
          SyncKind.RECEIVE_SENT,
          SyncKind.RECEIVE_CLOSED,
          SyncKind.RECEIVE_ALL,
          SyncKind.WAIT,
          SyncKind.SIGNALED,
          SyncKind.ATOMIC_LOAD,
          OrderHint.ATOMIC_LOOK,
          OrderHint.ATOMIC_INITIAL,
          OrderHint.ARRIVE,
          OrderHint.CONTEXT_CALL,
          OrderHint.UNFOLLOWED);

  private final Topology topology;
  private final EventGraph graph;
  private final GroupCounts counts;
  private final Map<Place, List<Integer>> operations = new HashMap<>();

  EndedWaits(Topology topology) {
    this.topology = topology;
    this.graph = topology.graph();
    this.counts = new GroupCounts(topology);
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync sync) {
        operations.computeIfAbsent(sync.object(), _ -> new ArrayList<>()).add(n);
      }
    }
  }

  static boolean isWait(OperationKind kind) {
    return WAITS.contains(kind);
  }

  /** The waits of a thread that may only end when something after a node has happened. */
  BitSet waitsThatMayFollow(int node, ThreadId waiting) {
    BitSet ended = new BitSet();
    Deque<Integer> work = new ArrayDeque<>(List.of(node));
    while (!work.isEmpty()) {
      int from = work.pop();
      for (int release : releasesAfter(from)) {
        for (int wait : operations.getOrDefault(graph.object(release), List.of())) {
          boolean other = !graph.node(wait).thread().equals(graph.node(release).thread());
          if (other && ends(release, wait) && !ended.get(wait)) {
            ended.set(wait);
            if (!graph.node(wait).thread().equals(waiting)) {
              work.push(wait);
            }
          }
        }
      }
    }
    operations.values().stream()
        .flatMap(List::stream)
        .filter(n -> isEndedOutOfSight(n) || isAnything(n))
        .forEach(ended::set);
    BitSet own = new BitSet();
    ended.stream().filter(n -> graph.node(n).thread().equals(waiting)).forEach(own::set);
    return own;
  }

  private List<Integer> releasesAfter(int node) {
    BitSet after = graph.reachable(node);
    List<Integer> releases = new ArrayList<>();
    for (int n = after.nextSetBit(0); n >= 0; n = after.nextSetBit(n + 1)) {
      if (graph.node(n).op() instanceof Op.Sync) {
        releases.add(n);
      }
    }
    return releases;
  }

  /** Whether others must call Done on the group that the node waits for: no goroutine here does. */
  private boolean isEndedOutOfSight(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place group, _)
        && kind == SyncKind.WAIT
        && !(group.base() instanceof Place.Base.Subtests)
        && threads(group, SyncKind.DONE).isEmpty()
        && !(group.base() instanceof Place.Base.Variable && threadsThatAdd(group).isEmpty());
  }

  /** Whether nothing is known of what a call waits for. */
  private boolean isAnything(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place object, _)
        && kind == OrderHint.UNFOLLOWED
        && object.equals(Place.NOTHING);
  }

  /** Whether only the goroutine that calls Done calls Add, so that Wait need not wait for it. */
  private boolean isLate(int done, Place group) {
    return threadsThatAdd(group).equals(Set.of(graph.node(done).thread()));
  }

  private Set<ThreadId> threadsThatAdd(Place group) {
    return threads(group, OperationKind::isAdd);
  }

  private Set<ThreadId> threads(Place object, SyncKind kind) {
    return threads(object, k -> k == kind);
  }

  private Set<ThreadId> threads(Place object, Predicate<OperationKind> kinds) {
    return operations.getOrDefault(object, List.of()).stream()
        .filter(n -> graph.node(n).op() instanceof Op.Sync s && kinds.test(s.kind()))
        .map(n -> graph.node(n).thread())
        .collect(Collectors.toSet());
  }

  /** Whether the value was another one once, so that a store made it the initial one again. */
  private boolean isStoredBefore(int wait, Place object) {
    List<ThreadId> chain = topology.chain(graph.node(wait).thread());
    return threads(object, SyncKind.ATOMIC_STORE).stream().anyMatch(chain::contains);
  }

  private boolean ends(int release, int wait) {
    return graph.node(release).op() instanceof Op.Sync r
        && graph.node(wait).op() instanceof Op.Sync w
        && switch (w.kind()) {
          case SyncKind.RECEIVE,
              SyncKind.RECEIVE_SENT,
              SyncKind.RECEIVE_CLOSED,
              SyncKind.RECEIVE_ALL ->
              r.kind() == SyncKind.SEND || r.kind() == SyncKind.CLOSE;
          case SyncKind.WAIT ->
              r.kind() == SyncKind.DONE
                  && !isLate(release, r.object())
                  && !counts.areFewer(wait, r.object(), threads(r.object(), SyncKind.DONE));
          case SyncKind.SIGNALED -> r.kind() == SyncKind.SIGNAL;
          case SyncKind.ATOMIC_LOAD, OrderHint.ATOMIC_LOOK ->
              r.kind() == SyncKind.ATOMIC_STORE && w.values().mayBe(r.values());
          case OrderHint.ATOMIC_INITIAL ->
              r.kind() == SyncKind.ATOMIC_STORE
                  && w.values().mayBe(r.values())
                  && isStoredBefore(wait, r.object());
          case OrderHint.ARRIVE -> r.kind() == OrderHint.DEPART;
          case OrderHint.CONTEXT_CALL -> r.kind() == OrderHint.CANCEL;
          case OrderHint.UNFOLLOWED ->
              switch (r.kind()) {
                case SyncKind.SEND,
                    SyncKind.CLOSE,
                    SyncKind.DONE,
                    SyncKind.SIGNAL,
                    SyncKind.RECEIVE,
                    SyncKind.RECEIVE_SENT,
                    SyncKind.RECEIVE_CLOSED,
                    SyncKind.RECEIVE_ALL ->
                    true;
                default -> false;
              };
          default -> false;
        };
  }
}
