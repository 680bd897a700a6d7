package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Value;
import java.util.Optional;

/**
 * Where an expansion appends: after which node of the graph, in which thread and activation. A
 * cursor that has {@linkplain #isDead() ended} appends nothing.
 */
final class Cursor {
  private static final int DEAD = -1;

  private final EventGraph graph;
  private final ThreadId thread;
  private final Frame frame;
  private int at;
  private Position position;

  Cursor(EventGraph graph, ThreadId thread, Frame frame, int at, Position position) {
    this.graph = graph;
    this.thread = thread;
    this.frame = frame;
    this.at = at;
    this.position = position;
  }

  /** A second cursor at the same node. */
  Cursor fork() {
    return new Cursor(graph, thread, frame, at, position);
  }

  /** A cursor at the same node that works for a callee. */
  Cursor in(Frame callee) {
    return new Cursor(graph, thread, callee, at, position);
  }

  void op(Op op) {
    if (!isDead()) {
      int node = graph.add(op, thread, frame, position);
      graph.edge(at, node);
      at = node;
    }
  }

  /** Starts a thread here: a cursor at its entry, in the same activation. */
  Cursor spawn(String launch, boolean many) {
    ThreadId child = graph.nextThread();
    op(new Op.Spawn(child));
    if (many) {
      graph.edge(at, at);
    }
    int entry = graph.add(new Op.Pass(), child, frame, position);
    graph.thread(
        new EventGraph.SpawnSite(child, Optional.of(thread), at, entry, frame, launch, position));
    return new Cursor(graph, child, frame, entry, position);
  }

  void touch(Place place, boolean write, boolean atomic) {
    if (!isDead()) {
      int node = graph.touch(place, write, atomic, thread, frame, position);
      graph.edge(at, node);
      at = node;
    }
  }

  /** Leads on to a node that exists. */
  void join(int node) {
    if (!isDead()) {
      graph.edge(at, node);
    }
  }

  void moveTo(int node) {
    at = node;
  }

  void end() {
    at = DEAD;
  }

  boolean isDead() {
    return at == DEAD;
  }

  /** Later nodes are at this place, if it is known. */
  void position(Position position) {
    if (position.isKnown()) {
      this.position = position;
    }
  }

  Position position() {
    return position;
  }

  int at() {
    return at;
  }

  Frame frame() {
    return frame;
  }

  ThreadId thread() {
    return thread;
  }

  EventGraph graph() {
    return graph;
  }

  Bound bound(Value value) {
    return new Bound(frame, value);
  }
}
