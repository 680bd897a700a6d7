package dev.harrier.vet.race;

import dev.harrier.vet.happensbefore.Access;
import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.happensbefore.Topology;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Function;
import java.util.Set;

/**
 * What a race looks like: who runs the two accesses, and how they get at the memory. How often
 * reports of a shape are true was measured on code that taught no rule ({@code
 * docs/evaluation-vet.md}), and decides whether they fail a run.
 */
public enum Shape {
  /** Several goroutines of one go statement, or of one call that starts many. */
  SAME_CODE(true),
  /** Two goroutines that one function starts in two places. */
  SIBLINGS(true),
  /** A goroutine, and the function that started it, which need not have waited for anything. */
  STARTER(true),
  /**
   * The same, where the function has come past a call on every path that may wait for what is out
   * of sight: on an object that has methods of its own, on a stream, into code that is not
   * followed. None that was followed orders the two.
   */
  STARTER_AFTER_CALL(false),
  /** A function that a timer, or the end of a context, runs. */
  TIMER(true),
  /** A handler, which a server runs for many requests at once. */
  HANDLER(true),
  /** A goroutine that another function starts, which was handed the function literal. */
  HELPER(true),
  /** An access in a function that was handed the address of the variable. */
  ARGUMENT(true),
  /** A field of what a pointer leads to that is itself shared. */
  POINTEE(true);

  private final boolean failing;

  Shape(boolean failing) {
    this.failing = failing;
  }

  /** Whether a report fails a run by default; others are possible races, which are listed. */
  public boolean isFailing() {
    return failing;
  }

  /**
   * The shape of a race.
   *
   * @param lexical the functions that can name the variable
   * @param afterCall whether the goroutine that started the other has come past something that may
   *     wait
   */
  static Shape of(
      Topology topology,
      Access a,
      Access b,
      Ordering.Overlapping way,
      Set<Function> lexical,
      boolean afterCall) {
    if (a.place().isIndirect() && !a.place().path().getLast().equals(Place.ENTRIES)) {
      return POINTEE;
    }
    if (!lexical.contains(a.frame().function()) || !lexical.contains(b.frame().function())) {
      return ARGUMENT;
    }
    EventGraph graph = topology.graph();
    ThreadId x = graph.threadOf(a);
    ThreadId y = graph.threadOf(b);
    if (graph.servesRequest(x) || graph.servesRequest(y)) {
      return HANDLER;
    }
    if (isTimed(graph, x) || isTimed(graph, y)) {
      return TIMER;
    }
    if (isElsewhere(graph, x, lexical) || isElsewhere(graph, y, lexical)) {
      return HELPER;
    }
    if (way.spawn().isPresent()) {
      return SAME_CODE;
    }
    if (way.relation() == Overlap.Relation.PEERS) {
      return SIBLINGS;
    }
    return afterCall ? STARTER_AFTER_CALL : STARTER;
  }

  private static boolean isTimed(EventGraph graph, ThreadId thread) {
    return Library.isTimed(graph.thread(thread).launch());
  }

  /** Whether a function that cannot name the variable starts the goroutine. */
  private static boolean isElsewhere(EventGraph graph, ThreadId id, Set<Function> lexical) {
    return !id.equals(ThreadId.ROOT) && !lexical.contains(graph.thread(id).frame().function());
  }
}
