package dev.harrier.explore.reversal;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.step.NecessaryOrder;
import dev.harrier.explore.step.OperationRole;
import dev.harrier.explore.step.TrailRecorder;
import dev.harrier.explore.step.Uses;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Finds the conflicts of one run, event by event. */
public final class ReversalRecorder implements Recorder<List<Reversal>> {
  /** What could have happened in the reverse order in an execution. */
  public static final Observation<List<Reversal>> REVERSALS =
      Observation.forGuides(List.of(), execution -> Optional.of(of(execution)));

  /** Of one pair of places so many conflicts are kept: the first, and the latest. */
  private static final int KEPT = 3;

  /** More pairs than this are more than will ever be tried. */
  private static final int MOST = 2000;

  private record Pair(StackId former, StackId latter, boolean youngerFirst) {}

  private record Stop(PlanEntry.Delay delay, long former, int promise) {}

  private final Trace trace;
  private final Predicate<? super Stack> counts;
  private final Function<? super Stack, Site> place;
  private final Long2LongOpenHashMap born = new Long2LongOpenHashMap();
  private final TrailRecorder steps;
  private final ConflictingAccesses accesses = new ConflictingAccesses(this::conflict);
  private final Map<Pair, List<Stop>> found = new LinkedHashMap<>();

  /**
   * @param counts whether operations at a place are worth reversing
   * @param place where an operation stands, for who wrote it: one that blocks ends in the runtime
   */
  public ReversalRecorder(
      Trace trace, Predicate<? super Stack> counts, Function<? super Stack, Site> place) {
    this.trace = trace;
    this.steps = new TrailRecorder(trace);
    this.counts = counts;
    this.place = place;
  }

  private static ReversalRecorder of(Observation.Execution execution) {
    Frames frames = new Frames(execution.context());
    return new ReversalRecorder(
        execution.trace(),
        at -> !frames.isScaffold(at) && !frames.isLibrary(at),
        at -> frames.trimmed(at).top());
  }

  @Override
  public void accept(Event event, EventState state) {
    steps.accept(event, state);
    switch (event) {
      case Event.Spawn spawn -> born.put(spawn.child().value(), event.order());
      case Event.TimerFire timer -> accesses.give(timer.channel());
      default -> {
        if (state.operation() != EventState.NONE) {
          operate(event, state);
        }
      }
    }
  }

  private void operate(Event event, EventState state) {
    switch (event) {
      case Event.Select e -> accesses.choose(e.cases());
      case Event.Block e -> accesses.choose(e.cases());
      default -> {
        // It chooses nothing.
      }
    }
    Uses.of(
        event,
        (shared, role) -> {
          if (!role.releases()) {
            describe(event, state, role).ifPresent(a -> accesses.access(shared, a));
          }
        });
  }

  private Optional<ConflictingAccesses.ConflictAccess> describe(
      Event event, EventState state, OperationRole role) {
    long goroutine = event.goroutine().value();
    GoroutineName name = state.name(event.goroutine());
    if (name.equals(GoroutineName.NONE)) {
      return Optional.empty();
    }
    boolean locked = state.holdsAny(event.goroutine());
    return Optional.of(
        new ConflictingAccesses.ConflictAccess(
            goroutine, name, state.operation(), event.order(), event.stack(), role, locked));
  }

  private void conflict(
      ConflictingAccesses.ConflictAccess former, ConflictingAccesses.ConflictAccess latter) {
    if (born.get(latter.goroutine()) >= former.order()) {
      return;
    }
    Pair pair = new Pair(former.stack(), latter.stack(), former.goroutine() > latter.goroutine());
    if (found.size() == MOST && !found.containsKey(pair)) {
      return;
    }
    List<Stop> stops = found.computeIfAbsent(pair, _ -> new ArrayList<>(1));
    // A goroutine that has done nothing yet is delayed from its start.
    long operation = former.operation() == 1 ? 0 : former.operation();
    PlanEntry.Delay delay =
        new PlanEntry.Delay(former.name(), operation, latter.name(), latter.operation());
    if (!isThere(stops, delay)) {
      if (stops.size() == KEPT) {
        stops.remove(1);
      }
      stops.add(new Stop(delay, former.operation(), promise(former, latter)));
    }
  }

  private static boolean isThere(List<Stop> stops, PlanEntry.Delay delay) {
    for (Stop stop : stops) {
      if (stop.delay.isAtPlaceOf(delay)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Others wait for the goroutine that holds a lock; a signal that comes before the wait is lost.
   */
  private static int promise(
      ConflictingAccesses.ConflictAccess former, ConflictingAccesses.ConflictAccess latter) {
    boolean loses =
        former.role() == OperationRole.COND_WAIT && latter.role() == OperationRole.SIGNAL;
    return loses ? 3 : former.locked() ? 2 : 1;
  }

  private static boolean isOrdered(NecessaryOrder order, Stop stop) {
    PlanEntry.Delay delay = stop.delay;
    return order.isAfter(delay.other(), delay.until(), delay.goroutine(), stop.former);
  }

  @Override
  public List<Reversal> end(Ended ended) {
    List<Reversal> all = new ArrayList<>();
    NecessaryOrder order = steps.order();
    found.forEach((pair, stops) -> {
      Stack former = trace.stack(pair.former);
      if (counts.test(former)) {
        Site latter = place.apply(trace.stack(pair.latter));
        Conflict conflict = Conflict.of(place.apply(former), latter, pair.youngerFirst);
        stops.stream()
            .filter(stop -> !isOrdered(order, stop))
            .forEach(stop -> all.add(new Reversal(conflict, stop.delay, stop.promise)));
      }
    });
    return all;
  }
}
