package dev.harrier.explore.confirm;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SymbolOffset;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds, in a native run, where the goroutines of its predictions took their locks. */
public final class DelayInjectionRecorder implements Recorder<List<DelayInjection>> {
  /** Where goroutines of the predictions of a native execution took their locks. */
  public static final Observation<List<DelayInjection>> INJECTIONS =
      Observation.forGuides(
          List.of(),
          execution ->
              execution.schedule() instanceof Schedule.Native
                  ? Optional.of(new DelayInjectionRecorder(execution.trace()::place))
                  : Optional.empty());

  /** More requests than this are more than predictions are made of. */
  private static final int MOST = 50_000;

  /** A lock that was taken, by which goroutine, and with which others held. */
  private record Request(GoroutineId goroutine, ObjectId lock, Set<ObjectId> held) {}

  private final Function<? super StackId, Optional<SymbolOffset>> place;
  private final Map<Request, StackId> requests = new LinkedHashMap<>();

  /**
   * @param place of the innermost frame of a stack
   */
  public DelayInjectionRecorder(Function<? super StackId, Optional<SymbolOffset>> place) {
    this.place = place;
  }

  @Override
  public void accept(Event event, EventState state) {
    if (event instanceof Event.Acquire e && requests.size() < MOST) {
      Set<ObjectId> held =
          state.heldBy(e.goroutine()).stream()
              .map(Event.Acquire::lock)
              .collect(Collectors.toUnmodifiableSet());
      requests.putIfAbsent(new Request(e.goroutine(), e.lock(), held), e.stack());
    }
  }

  /** Where goroutines of predictions took the locks that would block them. */
  @Override
  public List<DelayInjection> end(Ended ended) {
    return ended.findings().stream()
        .filter(finding -> finding.strength() == Strength.PREDICTED)
        .map(finding -> new DelayInjection(finding, places(finding)))
        .filter(injection -> !injection.places().isEmpty())
        .toList();
  }

  private Set<SymbolOffset> places(Finding prediction) {
    Set<SymbolOffset> places = new HashSet<>();
    List<Step> steps = prediction.explanation().steps();
    for (Step step : steps) {
      if (step instanceof Step.WouldBlock block) {
        request(block, held(steps, block.goroutine())).flatMap(place).ifPresent(places::add);
      }
    }
    return places;
  }

  private static Set<ObjectId> held(List<Step> steps, GoroutineId goroutine) {
    return steps.stream()
        .filter(Step.Holds.class::isInstance)
        .map(Step.Holds.class::cast)
        .filter(holds -> holds.goroutine().equals(goroutine))
        .map(holds -> holds.lock().id())
        .collect(Collectors.toSet());
  }

  private Optional<StackId> request(Step.WouldBlock block, Set<ObjectId> held) {
    return requests.entrySet().stream()
        .filter(e -> e.getKey().goroutine.equals(block.goroutine()))
        .filter(e -> e.getKey().lock.equals(block.object().id()))
        .filter(e -> e.getKey().held.containsAll(held))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
