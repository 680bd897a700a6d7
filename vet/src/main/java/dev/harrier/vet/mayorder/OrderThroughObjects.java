package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Ordering;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Waits and wake-ups that the code does not match with each other: a server that runs until a
 * goroutine shuts it down, a queue whose messages come out of a channel that it made, a connection
 * over which one side answers the other. What one goroutine does after its access may be what the
 * other waited for before its own.
 */
public final class OrderThroughObjects {
  private static final Set<String> NO_MESSAGES = Set.of("time.Time", "os.Signal");

  /** Operations that wait for what is out of sight. */
  private static final Set<OrderHint> OUT_OF_SIGHT =
      EnumSet.of(
          OrderHint.ARRIVE,
          OrderHint.DEPART,
          OrderHint.CONTEXT_CALL,
          OrderHint.OPAQUE,
          OrderHint.UNFOLLOWED,
          OrderHint.SLEEP);

  private final EventGraph graph;
  private final Topology topology;
  private final IntList origins;
  private final RelatedObjects related;
  private final BinarySemaphores turns = new BinarySemaphores();

  /**
   * @param graph with all uses of objects
   * @param origins the nodes of the graph that those of the accesses stand for
   * @param related says which objects belong together
   */
  public OrderThroughObjects(EventGraph graph, IntList origins, RelatedObjects related) {
    this.graph = graph;
    this.topology = new Topology(graph);
    this.origins = origins;
    this.related = related;
  }

  /** Whether such an object probably orders the accesses, one way or the other. */
  public boolean connect(MemoryAccess a, MemoryAccess b) {
    return precedes(a, b) || precedes(b, a);
  }

  /**
   * Whether something that may wait lies between the accesses: on every path of the goroutine that
   * they have in common, from where one of them begins to where the other does; or before each, in
   * the goroutines that it starts.
   */
  public boolean isAfterCall(
      MemoryAccess a, MemoryAccess b, EventGraph small, Ordering.Overlapping way) {
    if (waitsFirst(a, small, way.level()) && waitsFirst(b, small, way.level())) {
      return true;
    }
    if (way.spawn().isPresent()) {
      int spawn = origins.getInt(way.spawn().getAsInt());
      return !topology.reaches(spawn, spawn, n -> mayWait(graph.node(n).op()));
    }
    int x = branching(a, small, way.level());
    int y = branching(b, small, way.level());
    return (small.threadOf(a).equals(way.level()) || !isFree(x, y))
        && (small.threadOf(b).equals(way.level()) || !isFree(y, x));
  }

  /**
   * Whether both accesses come after calls on an object, on every path, that may let one goroutine
   * through at a time.
   */
  public boolean takeTurns(MemoryAccess a, MemoryAccess b) {
    List<Place> objects =
        nodes(graph.node(origins.getInt(a.node())).thread(), this::isTurn)
            .mapToObj(n -> ((Op.Uses) graph.node(n).op()).object())
            .distinct()
            .toList();
    return objects.stream().anyMatch(o -> isAfterTurn(a, o) && isAfterTurn(b, o));
  }

  private boolean isTurn(int node) {
    return graph.node(node).op() instanceof Op.Uses(Place object, Op.Stage stage)
        && stage == Op.Stage.RETURNED
        && turns.mayLetOneThrough(object);
  }

  private boolean isAfterTurn(MemoryAccess access, Place object) {
    int node = origins.getInt(access.node());
    ThreadId thread = graph.node(node).thread();
    return !thread.equals(ThreadId.ROOT)
        && !topology.reaches(
            graph.thread(thread).entry(),
            node,
            n -> isTurn(n) && ((Op.Uses) graph.node(n).op()).object().equals(object));
  }

  private boolean waitsFirst(MemoryAccess access, EventGraph small, ThreadId level) {
    ThreadId thread = small.threadOf(access);
    return thread.equals(level)
        || !isFree(graph.thread(thread).entry(), origins.getInt(access.node()));
  }

  private boolean isFree(int from, int to) {
    return topology.reaches(from, to, n -> mayWait(graph.node(n).op()));
  }

  /** Where a thread reaches an access, or starts the thread that leads to it. */
  private int branching(MemoryAccess access, EventGraph small, ThreadId level) {
    int node = origins.getInt(access.node());
    List<ThreadId> chain = topology.chain(small.threadOf(access));
    int next = chain.indexOf(level) + 1;
    return next < chain.size() ? graph.thread(chain.get(next)).spawn() : node;
  }

  private boolean mayWait(Op op) {
    return switch (op) {
      case Op.Uses _ -> true;
      case Op.Sync(OperationKind kind, Place object, _) ->
          OUT_OF_SIGHT.contains(kind)
              || (kind.isReceive()
                  && hasNone(object, k -> k == SyncKind.SEND || k == SyncKind.CLOSE));
      default -> false;
    };
  }

  private boolean precedes(MemoryAccess early, MemoryAccess late) {
    int from = origins.getInt(early.node());
    int to = origins.getInt(late.node());
    ThreadId releasing = graph.node(from).thread();
    ThreadId waiting = graph.node(to).thread();
    if (releasing.equals(waiting)) {
      return false;
    }
    List<Op> releases =
        nodes(releasing, n -> mayRelease(graph.node(n).op()))
            .filter(n -> topology.reaches(from, n, _ -> false))
            .filter(n -> !(isEnding(n) && isAwaitedBefore(n, to, waiting)))
            .mapToObj(n -> graph.node(n).op())
            .toList();
    if (releases.isEmpty()) {
      return false;
    }
    boolean isParent = topology.descends(releasing, waiting);
    BitSet waits = new BitSet();
    nodes(waiting, n -> waitsFor(n, isParent, releases)).forEach(waits::set);
    return !waits.isEmpty() && !topology.reaches(start(waiting, releasing), to, waits::get);
  }

  private boolean isEnding(int node) {
    return graph.node(node).op() instanceof Op.Uses(Place _, Op.Stage stage)
        && stage == Op.Stage.ENDS_OTHERS;
  }

  /**
   * Whether the thread that ends something has before, on some path, waited for a message that the
   * other one sends when its access is over. Then it does not count on the end for that.
   */
  private boolean isAwaitedBefore(int ending, int access, ThreadId other) {
    ThreadId thread = graph.node(ending).thread();
    return nodes(other, n -> isSent(n) && topology.reaches(access, n, _ -> false))
        .anyMatch(sent ->
            nodes(thread, n -> isReceived(n) && graph.object(n).equals(graph.object(sent)))
                .anyMatch(n -> topology.reaches(n, ending, _ -> false)));
  }

  private boolean isSent(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && (kind == SyncKind.SEND || kind == SyncKind.CLOSE || kind == SyncKind.DONE);
  }

  private boolean isReceived(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && (kind.isReceive() || kind == SyncKind.WAIT);
  }

  private boolean mayRelease(Op op) {
    return switch (op) {
      case Op.Uses(Place _, Op.Stage stage) ->
          stage == Op.Stage.BEGINS || stage == Op.Stage.ENDS_OTHERS;
      case Op.Sync(OperationKind kind, Place channel, _) ->
          (kind == SyncKind.SEND || kind == SyncKind.CLOSE) && !isReceivedFrom(channel);
      default -> false;
    };
  }

  /**
   * Whether the operation may wait for one of the releases. A goroutine knows little of what its
   * parent continues to do, so the two must have an object in common whose work the parent ends.
   */
  private boolean waitsFor(int node, boolean isParent, List<Op> releases) {
    return switch (graph.node(node).op()) {
      case Op.Uses(Place object, Op.Stage stage) ->
          stage == Op.Stage.RETURNED
              && releases.stream()
                  .anyMatch(r ->
                      r instanceof Op.Uses(Place other, Op.Stage how)
                          && (isParent
                              ? related.areRelated(object, other)
                              : how == Op.Stage.ENDS_OTHERS && areClose(object, other)));
      case Op.Sync(OperationKind kind, Place channel, _) ->
          kind.isReceive() && isUnmatched(channel);
      default -> false;
    };
  }

  private boolean areClose(Place a, Place b) {
    return related.areInLine(a, b) || related.areTwins(a, b);
  }

  /**
   * Whether no goroutine here sends on the channel or closes it; timers and signals show nothing.
   */
  private boolean isUnmatched(Place channel) {
    return channel.base() instanceof Base.Result(var frame, var register)
        && channel.path().isEmpty()
        && !NO_MESSAGES.contains(channelled(frame.function().definition(register).type().text()))
        && hasNone(channel, kind -> kind == SyncKind.SEND || kind == SyncKind.CLOSE);
  }

  private boolean isReceivedFrom(Place channel) {
    return !hasNone(channel, OperationKind::isReceive);
  }

  private boolean hasNone(Place channel, Predicate<OperationKind> kinds) {
    return IntStream.range(0, graph.size())
        .noneMatch(n ->
            graph.node(n).op() instanceof Op.Sync(OperationKind kind, Place object, _)
                && kinds.test(kind)
                && object.equals(channel));
  }

  private static String channelled(String channelType) {
    return channelType.substring(channelType.lastIndexOf(' ') + 1);
  }

  /** Where the waiting thread started the other one; where it starts itself if it did not. */
  private int start(ThreadId waiting, ThreadId other) {
    List<ThreadId> chain = topology.chain(other);
    int at = chain.indexOf(waiting);
    return at >= 0 && at + 1 < chain.size()
        ? graph.thread(chain.get(at + 1)).spawn()
        : graph.thread(waiting).entry();
  }

  private IntStream nodes(ThreadId thread, IntPredicate condition) {
    return graph.nodesOf(thread).filter(condition);
  }
}
