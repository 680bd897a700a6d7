package dev.harrier.vet.graph;

import dev.harrier.vet.happensbefore.Capacities;
import dev.harrier.vet.happensbefore.Completion;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.sync.SyncKind;
import java.util.Optional;

/**
 * Draws event graphs by hand: operations in a row, on a few objects that are there from the start.
 */
public final class Sketch {
  private static final Frame FRAME =
      Frame.root(
          new Function(
              new Function.Declaration(
                  new FunctionId(0),
                  "m.F",
                  "m.F",
                  "m",
                  "",
                  Optional.empty(),
                  Type.ABSENT,
                  Position.UNKNOWN),
              Function.Body.NONE),
          Optional.empty());

  public static final Place X = object(0);
  public static final Place GROUP = object(1);
  public static final Place CHANNEL = object(2);
  public static final Place MUTEX = object(3);
  public static final Place OTHER = object(4);

  public final EventGraph graph = new EventGraph();

  /** Where a thread has got to. */
  public final class Line {
    private final ThreadId thread;
    private int at;

    private Line(ThreadId thread, int at) {
      this.thread = thread;
      this.at = at;
    }

    /** Appends an operation and returns its node. */
    public int op(Op op) {
      int node = graph.add(op, thread, FRAME, Position.UNKNOWN);
      graph.edge(at, node);
      at = node;
      return node;
    }

    public int pass() {
      return op(new Op.Pass());
    }

    public int sync(SyncKind kind, Place object) {
      return op(new Op.Sync(kind, object));
    }

    public MemoryAccess write() {
      int node = graph.touch(X, true, false, thread, FRAME, Position.UNKNOWN);
      graph.edge(at, node);
      at = node;
      return graph.accesses().getLast();
    }

    /** Control may go back from here. */
    public void loopTo(int node) {
      graph.edge(at, node);
    }

    /** Another line that starts here. */
    public Line branch() {
      return new Line(thread, at);
    }

    public void join(Line other) {
      graph.edge(other.at, pass());
    }

    public Line go() {
      ThreadId child = graph.nextThread();
      int spawn = op(new Op.Spawn(child));
      return thread(child, Optional.of(thread), spawn);
    }
  }

  public Line root() {
    return thread(ThreadId.ROOT, Optional.empty(), -1);
  }

  private Line thread(ThreadId id, Optional<ThreadId> parent, int spawn) {
    int entry = graph.add(new Op.Pass(), id, FRAME, Position.UNKNOWN);
    graph.thread(new EventGraph.SpawnSite(id, parent, spawn, entry, FRAME, "go", Position.UNKNOWN));
    return new Line(id, entry);
  }

  public Completion completion() {
    return new Completion(new Topology(graph), new Capacities(), locksets());
  }

  public Locksets locksets() {
    return new Locksets(new Topology(graph), new Capacities());
  }

  private static Place object(int index) {
    return Place.of(new Place.Base.Parameter(FRAME, index));
  }
}
