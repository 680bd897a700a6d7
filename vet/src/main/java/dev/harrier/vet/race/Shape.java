package dev.harrier.vet.race;

import dev.harrier.model.finding.Strength;
import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Ordering;
import dev.harrier.vet.happensbefore.Overlap;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Function;
import java.util.Set;

/**
 * What a race looks like: what runs the two accesses, and how they get at the memory. How often
 * reports of a shape are true was measured on code that taught no rule ({@code
 * bench/results/vet-precision.md}), and decides how strong they are.
 */
public enum Shape {
  /** Several goroutines of one go statement, or of one call that starts many. */
  SAME_CODE(Strength.STATIC),
  /** Two goroutines that one function starts in two places. */
  SIBLINGS(Strength.STATIC),
  /** A goroutine, and the function that started it. */
  STARTER(Strength.STATIC),
  /**
   * One of these three, where a call lies between the two on every path that may wait for what is
   * out of sight: on an object with methods of its own, on a stream, for a time, into code that is
   * not followed. None that was followed orders them.
   */
  AFTER_CALL(Strength.SUSPICIOUS),
  /** A function that a timer, or the end of a context, runs. */
  TIMER(Strength.SUSPICIOUS),
  /** A handler, which a server runs for many requests at once. */
  HANDLER(Strength.SUSPICIOUS),
  /** A goroutine that another function starts, which was handed the function literal. */
  HELPER(Strength.SUSPICIOUS),
  /** An access in a function that was handed the address of the variable. */
  ARGUMENT(Strength.SUSPICIOUS),
  /** A field of what a pointer leads to that is itself shared. */
  POINTEE(Strength.SUSPICIOUS);

  private final Strength strength;

  Shape(Strength strength) {
    this.strength = strength;
  }

  /**
   * How strong a report is that no run has shown. {@link Strength#SUSPICIOUS} are those where what
   * is out of sight may order the accesses. Whether that fails a run is the user's choice ({@code
   * -fail-on}); by default only what a run has shown does.
   */
  public Strength strength() {
    return strength;
  }

  /**
   * The shape of a race.
   *
   * @param lexical the functions that can name the variable
   * @param afterCall whether something out of sight may make one wait for the other
   */
  static Shape of(
      Topology topology,
      MemoryAccess a,
      MemoryAccess b,
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
    if (afterCall) {
      return AFTER_CALL;
    }
    if (way.spawn().isPresent()) {
      return SAME_CODE;
    }
    return way.relation() == Overlap.Relation.PEERS ? SIBLINGS : STARTER;
  }

  private static boolean isTimed(EventGraph graph, ThreadId thread) {
    return Library.isTimed(graph.thread(thread).launch());
  }

  /** Whether a function that cannot name the variable starts the goroutine. */
  private static boolean isElsewhere(EventGraph graph, ThreadId id, Set<Function> lexical) {
    return !id.equals(ThreadId.ROOT) && !lexical.contains(graph.thread(id).frame().function());
  }
}
