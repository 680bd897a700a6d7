package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Position;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The events of one activation of a root function: a control-flow graph per thread, with the calls
 * expanded. An edge stays within its thread; a {@link Op.Spawn} node links a thread to its child.
 */
public final class EventGraph {
  /** How threads are launched that a server runs for its requests. */
  public static final String HANDLER = "http handler";

  private final List<Node> nodes = new ArrayList<>();
  private final List<IntList> successors = new ArrayList<>();
  private final List<MemoryAccess> accesses = new ArrayList<>();
  private final List<SpawnSite> threads = new ArrayList<>();
  private final Map<ThreadId, IntList> byThread = new HashMap<>();

  /** How many nodes are in the index by thread. */
  private int indexed;

  private final Map<Frame, ThreadId> runs;
  private final Set<ThreadId> optional;

  public EventGraph() {
    this.runs = new HashMap<>();
    this.optional = new HashSet<>();
  }

  /** An empty graph of the same threads and activations as another one. */
  EventGraph(EventGraph other) {
    this.runs = other.runs;
    this.optional = other.optional;
  }

  /** One event. */
  public record Node(Op op, ThreadId thread, Frame frame, Position position) {}

  /**
   * The goroutines that one spawn node starts.
   *
   * @param parent none for the root
   * @param spawn the node of the parent; -1 for the root
   * @param launch what starts it, for reports: "go", "errgroup.Group.Go"
   */
  public record SpawnSite(
      ThreadId id,
      Optional<ThreadId> parent,
      int spawn,
      int entry,
      Frame frame,
      String launch,
      Position position) {}

  public int add(Op op, ThreadId thread, Frame frame, Position position) {
    nodes.add(new Node(op, thread, frame, position));
    runs.putIfAbsent(frame, thread);
    successors.add(new IntArrayList(2));
    return nodes.size() - 1;
  }

  public void edge(int from, int to) {
    successors.get(from).add(to);
  }

  /** Adds an access and its node. */
  public int touch(
      Place place, boolean write, boolean atomic, ThreadId thread, Frame frame, Position position) {
    int node = add(new Op.Touch(accesses.size()), thread, frame, position);
    accesses.add(new MemoryAccess(accesses.size(), node, place, write, atomic, frame, position));
    return node;
  }

  /** Reserves the number of a thread; {@link #thread} completes it. */
  public ThreadId nextThread() {
    return new ThreadId(threads.size());
  }

  public void thread(SpawnSite thread) {
    threads.add(thread);
  }

  public Node node(int index) {
    return nodes.get(index);
  }

  /** The thread that runs an activation; nothing if none does. */
  public Optional<ThreadId> threadOf(Frame frame) {
    return Optional.ofNullable(runs.get(frame));
  }

  /** Records that another thread runs the rest of an activation, and owns what it makes. */
  public void movesTo(Frame frame, ThreadId thread) {
    runs.put(frame, thread);
  }

  /** Records that a helper may not start the thread, for reasons of its own. */
  public void optional(ThreadId thread) {
    optional.add(thread);
  }

  public boolean isOptional(ThreadId thread) {
    return optional.contains(thread);
  }

  /** Whether control can get from one node to another, in a step or more, past no avoided node. */
  public boolean reaches(int from, int to, IntPredicate avoid) {
    boolean[] seen = new boolean[size()];
    IntArrayList work = new IntArrayList();
    work.push(from);
    while (!work.isEmpty()) {
      IntList following = successors(work.popInt());
      for (int i = 0; i < following.size(); i++) {
        int s = following.getInt(i);
        if (s == to) {
          return true;
        }
        if (!seen[s] && !avoid.test(s)) {
          seen[s] = true;
          work.push(s);
        }
      }
    }
    return false;
  }

  /** The nodes that control can get to from one, in a step or more. */
  public BitSet reachable(int from) {
    BitSet seen = new BitSet(size());
    IntArrayList work = new IntArrayList();
    work.push(from);
    while (!work.isEmpty()) {
      IntList following = successors(work.popInt());
      for (int i = 0; i < following.size(); i++) {
        int s = following.getInt(i);
        if (!seen.get(s)) {
          seen.set(s);
          work.push(s);
        }
      }
    }
    return seen;
  }

  /** The object on which a node synchronizes; nothing if it does not. */
  public Place object(int node) {
    return nodes.get(node).op() instanceof Op.Sync sync ? sync.object() : Place.NOTHING;
  }

  /** The nodes of a thread. */
  public IntStream nodesOf(ThreadId thread) {
    if (indexed < size()) {
      byThread.clear();
      for (int n = 0; n < size(); n++) {
        byThread.computeIfAbsent(nodes.get(n).thread(), _ -> new IntArrayList()).add(n);
      }
      indexed = size();
    }
    return byThread.getOrDefault(thread, IntList.of()).intStream();
  }

  public int size() {
    return nodes.size();
  }

  public IntList successors(int node) {
    return successors.get(node);
  }

  public List<MemoryAccess> accesses() {
    return accesses;
  }

  public List<SpawnSite> threads() {
    return threads;
  }

  public SpawnSite thread(ThreadId id) {
    return threads.get(id.index());
  }

  /** Whether a thread serves a request, or was started by one that does. */
  public boolean servesRequest(ThreadId id) {
    SpawnSite thread = thread(id);
    return thread.launch().equals(HANDLER)
        || thread.parent().map(this::servesRequest).orElse(false);
  }

  public ThreadId threadOf(MemoryAccess access) {
    return nodes.get(access.node()).thread();
  }
}
