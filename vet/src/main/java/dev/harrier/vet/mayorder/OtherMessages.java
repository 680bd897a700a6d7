package dev.harrier.vet.mayorder;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.MessageCounts;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Receives that take fewer messages than several goroutines send: what follows them on every path,
 * and so whatever the messages say, is not ordered after a goroutine whose message is another one.
 */
final class OtherMessages {
  private final Topology topology;
  private final EventGraph graph;
  private final EndedWaits endedWaits;

  OtherMessages(Topology topology, EndedWaits endedWaits) {
    this.topology = topology;
    this.graph = topology.graph();
    this.endedWaits = endedWaits;
  }

  /**
   * Whether a wait may end, and the late access follow, by messages of goroutines that do not wait
   * for the early one, although the goroutine of that one sends a message there as well. Where it
   * does not, others decide on what it did whether they send.
   */
  boolean mayEnd(int wait, MemoryAccess early, MemoryAccess late) {
    if (!isOfOneMessage(wait) || !alwaysLeadsTo(wait, late.node())) {
      return false;
    }
    OptionalInt received = receivesBefore(wait, late.node());
    if (received.isEmpty()) {
      return false;
    }
    ThreadId sender = graph.threadOf(early);
    Place channel = graph.object(wait);
    int[] sends =
        IntStream.range(0, graph.size())
            .filter(n -> isOn(n, channel, kind -> kind == SyncKind.SEND))
            .toArray();
    return IntStream.of(sends)
            .anyMatch(send ->
                graph.node(send).thread().equals(sender)
                    && topology.reaches(early.node(), send, _ -> false))
        && IntStream.of(sends)
                .filter(send -> !topology.descends(graph.node(send).thread(), sender))
                .filter(send -> isSentWithout(send, early, graph.node(wait).thread()))
                .boxed()
                .collect(Collectors.groupingBy(send -> graph.node(send).thread()))
                .values()
                .stream()
                .mapToInt(ofOne -> MessageCounts.most(topology, ofOne))
                .sum()
            >= received.getAsInt();
  }

  private boolean isOfOneMessage(int node) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place _, _)
        && (kind == SyncKind.RECEIVE || kind == SyncKind.RECEIVE_SENT);
  }

  private boolean alwaysLeadsTo(int from, int to) {
    return graph
        .nodesOf(graph.node(from).thread())
        .filter(n -> graph.node(n).op() instanceof Op.Exit)
        .noneMatch(exit -> topology.reaches(from, exit, n -> n == to));
  }

  /** How often the thread can receive from the channel until it gets there, if it has a bound. */
  private OptionalInt receivesBefore(int wait, int late) {
    Place channel = graph.object(wait);
    List<Integer> receives =
        graph
            .nodesOf(graph.node(wait).thread())
            .filter(n -> isOn(n, channel, OperationKind::isReceive))
            .filter(n -> n == wait || topology.reaches(n, late, _ -> false))
            .boxed()
            .toList();
    return receives.stream().anyMatch(n -> topology.reaches(n, n, _ -> false))
        ? OptionalInt.empty()
        : OptionalInt.of(MessageCounts.most(topology, receives));
  }

  private boolean isOn(int node, Place channel, Predicate<OperationKind> wanted) {
    return graph.node(node).op() instanceof Op.Sync(OperationKind kind, Place object, _)
        && wanted.test(kind)
        && object.equals(channel);
  }

  private boolean isSentWithout(int send, MemoryAccess early, ThreadId waiting) {
    ThreadId other = graph.node(send).thread();
    BitSet after = endedWaits.waitsThatMayFollow(early.node(), other);
    return !other.equals(waiting)
        && topology.reaches(graph.thread(other).entry(), send, after::get);
  }
}
