package dev.harrier.vet.happensbefore;

import dev.harrier.vet.library.SyncKind;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Type;
import java.util.Optional;

/**
 * Draws event graphs by hand: operations in a row, on a few objects that are there from the start.
 */
final class Sketch {
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

  static final Place X = object(0);
  static final Place GROUP = object(1);
  static final Place CHANNEL = object(2);
  static final Place MUTEX = object(3);
  static final Place OTHER = object(4);

  final EventGraph graph = new EventGraph();

  /** Where a thread has got to. */
  final class Line {
    private final ThreadId thread;
    private int at;

    private Line(ThreadId thread, int at) {
      this.thread = thread;
      this.at = at;
    }

    /** Appends an operation and returns its node. */
    int op(Op op) {
      int node = graph.add(op, thread, FRAME, Position.UNKNOWN);
      graph.edge(at, node);
      at = node;
      return node;
    }

    int pass() {
      return op(new Op.Pass());
    }

    int sync(SyncKind kind, Place object) {
      return op(new Op.Sync(kind, object));
    }

    Access write() {
      int node = graph.touch(X, true, false, thread, FRAME, Position.UNKNOWN);
      graph.edge(at, node);
      at = node;
      return graph.accesses().getLast();
    }

    /** Control may go back from here. */
    void loopTo(int node) {
      graph.edge(at, node);
    }

    /** Another line that starts here. */
    Line branch() {
      return new Line(thread, at);
    }

    void join(Line other) {
      graph.edge(other.at, pass());
    }

    Line go() {
      ThreadId child = graph.nextThread();
      int spawn = op(new Op.Spawn(child));
      return thread(child, Optional.of(thread), spawn);
    }
  }

  Line root() {
    return thread(ThreadId.ROOT, Optional.empty(), -1);
  }

  private Line thread(ThreadId id, Optional<ThreadId> parent, int spawn) {
    int entry = graph.add(new Op.Pass(), id, FRAME, Position.UNKNOWN);
    graph.thread(new EventGraph.GoThread(id, parent, spawn, entry, FRAME, "go", Position.UNKNOWN));
    return new Line(id, entry);
  }

  Completion completion() {
    return new Completion(new Topology(graph), new Capacities(), locksets());
  }

  Locksets locksets() {
    return new Locksets(new Topology(graph), new Capacities());
  }

  private static Place object(int index) {
    return Place.of(new Place.Base.Parameter(FRAME, index));
  }
}
