package dev.harrier.explore.confirm;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds, in one run, where the goroutines of its predictions stood. */
public final class GoalRecorder implements Recorder<GoalRecorder.Reached> {
  /** What would make the predictions of an execution happen, and what it visited. */
  public static final Observation<GoalRecorder.Reached> REACHED =
      Observation.forGuides(
          new Reached(List.of(), Map.of()),
          execution -> Optional.of(new GoalRecorder(execution.trace()::stack)));

  /** More requests than this are more than predictions are made of. */
  private static final int MOST = 50_000;

  /** Goroutines of a prediction beyond this number are never there at once by any search. */
  private static final int MOST_GOROUTINES = 8;

  /** An operation that may block: on what, and with which locks held. */
  private record Request(GoroutineId goroutine, ObjectId object, Set<ObjectId> held) {}

  /** Its first time in the run. */
  private record Moment(long order, PlanEntry.Delay delay, PlanEntry.Delay begin) {}

  /** Of a goroutine of a prediction, at the place where it would block. */
  private record Arrival(Moment moment, Site place) {}

  /**
   * Of one execution.
   *
   * @param goals one for each prediction whose goroutines are all known
   * @param visited the places at which each goroutine began operations that may block, and their
   *     callers
   */
  public record Reached(List<Goal> goals, Map<GoroutineName, Set<Site>> visited) {
    public Reached {
      goals = List.copyOf(goals);
      visited = Map.copyOf(visited);
    }
  }

  private final Function<? super StackId, Stack> stackOf;
  private final Map<Request, Moment> requests = new LinkedHashMap<>();
  private final Map<GoroutineName, Set<StackId>> stacks = new HashMap<>();

  /**
   * @param stackOf what a stack is, once the trace is over
   */
  public GoalRecorder(Function<? super StackId, Stack> stackOf) {
    this.stackOf = stackOf;
  }

  @Override
  public void accept(Event event, EventState state) {
    if (state.operation() != EventState.NONE) {
      object(event).ifPresent(object -> request(event, state, object));
    }
  }

  /** What the operation may wait for. */
  private static Optional<ObjectId> object(Event event) {
    return switch (event) {
      case Event.Acquire e -> Optional.of(e.lock());
      case Event.Block e -> Optional.of(e.object());
      case Event.Send e -> Optional.of(e.channel());
      case Event.Receive e -> Optional.of(e.channel());
      case Event.Wait e -> Optional.of(e.object());
      default -> Optional.empty();
    };
  }

  private void request(Event event, EventState state, ObjectId object) {
    long operation = state.operation();
    GoroutineName name = state.name(event.goroutine());
    if (name.equals(GoroutineName.NONE) || requests.size() == MOST) {
      return;
    }
    stacks.computeIfAbsent(name, _ -> new HashSet<>()).add(event.stack());
    List<Event.Acquire> held = state.heldBy(event.goroutine());
    Request request = new Request(event.goroutine(), object, locks(held));
    if (!requests.containsKey(request)) {
      long begin = held.isEmpty() ? operation - 1 : state.takenBy(held.getFirst());
      requests.put(
          request,
          new Moment(event.order(), new PlanEntry.Delay(name, operation), delay(name, begin)));
    }
  }

  private static Set<ObjectId> locks(List<Event.Acquire> held) {
    return switch (held.size()) {
      case 0 -> Set.of();
      case 1 -> Set.of(held.getFirst().lock());
      default -> held.stream().map(Event.Acquire::lock).collect(Collectors.toUnmodifiableSet());
    };
  }

  /** A goroutine that has done nothing yet is delayed from its start. */
  private static PlanEntry.Delay delay(GoroutineName goroutine, long operation) {
    return new PlanEntry.Delay(goroutine, operation <= 1 ? 0 : operation);
  }

  @Override
  public Reached end(Ended ended) {
    return new Reached(goals(ended.findings()), visited());
  }

  private Map<GoroutineName, Set<Site>> visited() {
    Map<GoroutineName, Set<Site>> visited = new HashMap<>();
    stacks.forEach((goroutine, ids) ->
        visited.put(
            goroutine,
            ids.stream()
                .flatMap(id -> stackOf.apply(id).frames().stream())
                .collect(Collectors.toUnmodifiableSet())));
    return visited;
  }

  private List<Goal> goals(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.strength() == Strength.PREDICTED)
        .flatMap(finding -> goal(finding).stream())
        .toList();
  }

  private Optional<Goal> goal(Finding prediction) {
    List<Step.Holds> holds = steps(prediction, Step.Holds.class);
    List<Step.WouldBlock> blocks = steps(prediction, Step.WouldBlock.class);
    List<Arrival> arrivals =
        blocks.stream()
            .flatMap(block ->
                moment(
                        block,
                        holds.stream()
                            .filter(h -> h.goroutine().equals(block.goroutine()))
                            .map(h -> h.lock().id())
                            .toList())
                    .stream()
                    .map(moment -> new Arrival(moment, block.site())))
            .sorted(Comparator.comparingLong(arrival -> arrival.moment.order))
            .toList();
    boolean known = arrivals.size() == blocks.size() && blocks.size() > 1;
    return known && blocks.size() <= MOST_GOROUTINES
        ? Optional.of(
            new Goal(
                prediction,
                arrivals.stream().map(a -> a.moment.delay).toList(),
                arrivals.stream().map(Arrival::place).toList(),
                arrivals.getFirst().moment.begin))
        : Optional.empty();
  }

  private static <S extends Step> List<S> steps(Finding finding, Class<S> type) {
    return finding.explanation().steps().stream().filter(type::isInstance).map(type::cast).toList();
  }

  private Optional<Moment> moment(Step.WouldBlock block, List<ObjectId> locks) {
    return requests.entrySet().stream()
        .filter(e -> e.getKey().goroutine.equals(block.goroutine()))
        .filter(e -> e.getKey().object.equals(block.object().id()))
        .filter(e -> e.getKey().held.containsAll(locks))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
