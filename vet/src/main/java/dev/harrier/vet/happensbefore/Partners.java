package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Which operations can have let a waiting operation through, by the Go memory model. */
final class Partners {
  private static final Set<SyncKind> RECEIVES = EnumSet.of(SyncKind.RECEIVE, SyncKind.RECEIVE_SENT);

  private final Topology topology;
  private final EventGraph graph;
  private final Capacities capacities;
  private final Map<Place, IntList> operations = new HashMap<>();
  private final Map<Integer, List<Group>> known = new HashMap<>();
  private final Map<Integer, Boolean> forAll = new HashMap<>();
  private final GroupCounts counts;

  /**
   * The candidates of one thread.
   *
   * @param repeated the threads on the way to it that may run more than once for one instance of
   *     the object, where a single operation waits for a single one of them
   */
  record Group(ThreadId thread, List<Integer> releases, List<ThreadId> repeated) {}

  Partners(Topology topology, Capacities capacities) {
    this.topology = topology;
    this.graph = topology.graph();
    this.capacities = capacities;
    this.counts = new GroupCounts(topology);
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync sync) {
        operations.computeIfAbsent(sync.object(), _ -> new IntArrayList()).add(n);
      }
    }
  }

  /** The candidates, by thread; empty if the operation waits for no goroutine that is known. */
  List<Group> of(int node, Op.Sync sync) {
    return known.computeIfAbsent(node, _ -> find(node, sync));
  }

  /** Whether the operation waits for every candidate, or for one of them. */
  boolean waitsForAll(int node, Op.Sync sync, List<Group> groups) {
    return switch (sync.kind()) {
      case SyncKind.RECEIVE_ALL, SyncKind.SEND_ALL, SyncKind.SEND_WITH_ROOM -> true;
      case SyncKind.WAIT -> forAll.computeIfAbsent(node, _ -> !isShort(node, sync, groups));
      case SyncKind.RECEIVE, SyncKind.RECEIVE_SENT ->
          forAll.computeIfAbsent(node, _ -> isLastReceive(node, sync, groups));
      default -> false;
    };
  }

  private boolean isShort(int node, Op.Sync sync, List<Group> groups) {
    return counts.areFewer(node, sync.object(), groups.stream().map(Group::thread).toList());
  }

  private Set<SyncKind> releasing(int node, Op.Sync sync) {
    return switch (sync.kind()) {
      case SyncKind.RECEIVE -> EnumSet.of(SyncKind.SEND, SyncKind.CLOSE);
      case SyncKind.RECEIVE_SENT -> EnumSet.of(SyncKind.SEND);
      case SyncKind.RECEIVE_ALL -> EnumSet.of(SyncKind.SEND, SyncKind.CLOSE);
      case SyncKind.RECEIVE_CLOSED -> EnumSet.of(SyncKind.CLOSE);
      case SyncKind.SEND ->
          isBeyondCapacity(node, sync) ? RECEIVES : EnumSet.noneOf(SyncKind.class);
      case SyncKind.SEND_ALL -> RECEIVES;
      case SyncKind.SEND_WITH_ROOM ->
          hasOtherSends(node, sync) ? RECEIVES : EnumSet.noneOf(SyncKind.class);
      case SyncKind.WAIT -> EnumSet.of(SyncKind.DONE);
      case SyncKind.SIGNALED -> EnumSet.of(SyncKind.SIGNAL);
      case SyncKind.ATOMIC_LOAD -> EnumSet.of(SyncKind.ATOMIC_STORE);
      case SyncKind.CLOSE,
          SyncKind.ADD,
          SyncKind.ADD_SOME,
          SyncKind.DONE,
          SyncKind.SIGNAL,
          SyncKind.ATOMIC_STORE,
          SyncKind.FOUND_OPEN,
          SyncKind.REST ->
          EnumSet.noneOf(SyncKind.class);
      case OrderHint _ -> EnumSet.noneOf(SyncKind.class);
    };
  }

  private List<Group> find(int node, Op.Sync sync) {
    Set<SyncKind> kinds = releasing(node, sync);
    Map<Integer, List<Integer>> byThread = new TreeMap<>();
    for (int other : operations.getOrDefault(sync.object(), IntList.of())) {
      if (graph.node(other).op() instanceof Op.Sync release
          && kinds.contains(release.kind())
          && sync.values().mayBe(release.values())
          && canPrecede(other, node)) {
        int thread = graph.node(other).thread().index();
        byThread.computeIfAbsent(thread, _ -> new ArrayList<>()).add(other);
      }
    }
    List<Group> groups = new ArrayList<>();
    byThread.forEach((index, releases) -> {
      ThreadId thread = new ThreadId(index);
      if (sync.kind() != SyncKind.WAIT || isCounted(thread, node, sync.object())) {
        groups.add(
            new Group(
                thread,
                releases,
                releases.stream().allMatch(this::isClose)
                    ? List.of()
                    : repeated(node, thread, sync)));
      }
    });
    return groups;
  }

  /** Whether a thread that is a candidate can have started, or its operation run, by then. */
  private boolean canPrecede(int release, int node) {
    ThreadId waiting = graph.node(node).thread();
    ThreadId releasing = graph.node(release).thread();
    if (waiting.equals(releasing)) {
      return topology.reaches(release, node, _ -> false);
    }
    List<ThreadId> a = topology.chain(waiting);
    List<ThreadId> b = topology.chain(releasing);
    int common = topology.common(a, b);
    if (common == a.size()) {
      return topology.reaches(graph.thread(b.get(common)).spawn(), node, _ -> false);
    }
    return true;
  }

  /**
   * A Done counts only if its Add cannot come after the Wait: if another thread called it, or if
   * the waiting thread only starts after it.
   */
  private boolean isCounted(ThreadId done, int wait, Place group) {
    boolean own = false;
    for (int n : operations.getOrDefault(group, IntList.of())) {
      if (graph.node(n).op() instanceof Op.Sync s && s.kind().isAdd()) {
        if (!graph.node(n).thread().equals(done) || precedesStart(n, wait)) {
          return true;
        }
        own = true;
      }
    }
    return !own;
  }

  /** Whether the thread of {@code before} passes it before it starts the thread of {@code node}. */
  private boolean precedesStart(int before, int node) {
    ThreadId starter = graph.node(before).thread();
    List<ThreadId> chain = topology.chain(graph.node(node).thread());
    int at = chain.indexOf(starter);
    return at >= 0
        && at + 1 < chain.size()
        && !topology.reaches(
            graph.thread(starter).entry(),
            graph.thread(chain.get(at + 1)).spawn(),
            n -> n == before);
  }

  /** Only the last of many goroutines can close a channel: it has waited for the others. */
  private boolean isClose(int node) {
    return graph.node(node).op() instanceof Op.Sync s && s.kind() == SyncKind.CLOSE;
  }

  private List<ThreadId> repeated(int node, ThreadId thread, Op.Sync sync) {
    List<ThreadId> chain = topology.chain(thread);
    int common = topology.common(chain, topology.chain(graph.node(node).thread()));
    List<ThreadId> repeated = new ArrayList<>();
    for (ThreadId t : chain.subList(common, chain.size())) {
      int spawn = graph.thread(t).spawn();
      boolean again =
          topology.reaches(
              spawn,
              spawn,
              n -> topology.isFresh(n, sync.object().base()) || isReceive(n, sync.object()));
      if (again) {
        repeated.add(t);
      }
    }
    return repeated;
  }

  private boolean isReceive(int node, Place channel) {
    return graph.node(node).op() instanceof Op.Sync s
        && RECEIVES.contains(s.kind())
        && s.object().equals(channel);
  }

  /** The k-th receive on every path, if all threads together send k times at most. */
  private boolean isLastReceive(int node, Op.Sync sync, List<Group> groups) {
    if (groups.size() < 2 || groups.stream().anyMatch(g -> !g.repeated().isEmpty())) {
      return false;
    }
    long sent = 0;
    for (Group group : groups) {
      OptionalInt most = MessageCounts.most(topology, group.releases(), sync.object());
      if (most.isEmpty()) {
        return false;
      }
      sent += most.getAsInt();
    }
    return passed(node, sync.object(), RECEIVES) + 1 >= sent;
  }

  /** Whether anything but the loop that a node is about, whose send is where the node is, sends. */
  private boolean hasOtherSends(int node, Op.Sync sync) {
    return operations
        .getOrDefault(sync.object(), IntList.of())
        .intStream()
        .filter(n -> isA(n, EnumSet.of(SyncKind.SEND)))
        .anyMatch(n -> !graph.node(n).position().equals(graph.node(node).position()));
  }

  /** The (C+1)-th send on a channel of capacity C: a receive has made room for it. */
  private boolean isBeyondCapacity(int node, Op.Sync sync) {
    OptionalInt capacity = capacities.of(sync.object());
    return capacity.isPresent()
        && passed(node, sync.object(), EnumSet.of(SyncKind.SEND)) >= capacity.getAsInt();
  }

  /** How many other operations of these kinds the thread has passed on every path to the node. */
  private int passed(int node, Place object, Set<SyncKind> kinds) {
    int passed = 0;
    int entry = graph.thread(graph.node(node).thread()).entry();
    for (int other : operations.getOrDefault(object, IntList.of())) {
      if (other != node
          && isA(other, kinds)
          && graph.node(other).thread().equals(graph.node(node).thread())
          && !topology.reaches(entry, node, n -> n == other)) {
        passed++;
      }
    }
    return passed;
  }

  private boolean isA(int node, Set<SyncKind> kinds) {
    return graph.node(node).op() instanceof Op.Sync s && kinds.contains(s.kind());
  }
}
