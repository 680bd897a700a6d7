package dev.harrier.explore.systematic;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.step.Trail;
import dev.harrier.explore.step.TrailRecorder;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InputKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a share of the executions of each target to {@linkplain dev.harrier.explore.systematic all
 * its schedules}, one after the other, as long as there seems to be an end of them. What was
 * predicted in tests of which all are known, and was shown by none, can't happen.
 */
public final class SystematicGuide extends DelegatingGuide {
  /** The steps of an execution whose decisions report all that they could have been. */
  public static final Observation<Trail> TRAIL =
      Observation.forGuides(
          Trail.NONE,
          execution ->
              execution.schedule().plan().recordsAlternatives()
                  ? Optional.of(new Recording(new TrailRecorder(execution.trace())))
                  : Optional.empty());

  private record Recording(TrailRecorder steps) implements Recorder<Trail> {
    @Override
    public void accept(Event event, EventState state) {
      steps.accept(event, state);
    }

    @Override
    public Trail end(Ended ended) {
      return steps.end(ended.whole());
    }
  }

  /** A test with more schedules than this is better left to chance. */
  private static final int MOST = 2000;

  private static final int LENGTH = 1;

  private final int first;
  private final int share;
  private final boolean races;
  private final Conditions conditions;
  private final Map<Target, State> states = new HashMap<>();
  private final Map<String, Set<Target>> predictedIn = new HashMap<>();

  private static final class State {
    final ScheduleTree tree;
    Optional<Schedule> underway = Optional.empty();

    /** Of the next execution that is the other guide's. */
    int index;

    State(int index) {
      this.index = index;
      this.tree = new ScheduleTree(MOST);
    }
  }

  /**
   * @param guide has all other executions, numbered without gaps
   * @param first this many executions of a target come before
   * @param share every n-th execution is of this kind
   * @param races whether executions look for data races: else there may be more to them than their
   *     decisions, so that nothing is impossible
   * @param conditions of the executions of this kind
   */
  public SystematicGuide(Guide guide, int first, int share, boolean races, Conditions conditions) {
    super(guide);
    this.first = first;
    this.share = share;
    this.races = races;
    this.conditions = conditions;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    State state = states.computeIfAbsent(target, _ -> new State(index));
    Optional<Plan> plan =
        index >= first && (index - first) % share == 0 ? state.tree.next() : Optional.empty();
    if (plan.isEmpty()) {
      return super.next(target, state.index++, length);
    }
    Schedule schedule = schedule(plan.get());
    state.underway = Optional.of(schedule);
    return schedule;
  }

  private Schedule.Controlled schedule(Plan plan) {
    return new Schedule.Controlled(
        Strategy.DEFAULT_ORDER, 0, LENGTH, 0, 0, FaultShares.NONE, conditions, plan);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    for (Finding finding : result.findings()) {
      if (finding.strength() == Strength.PREDICTED) {
        predictedIn.computeIfAbsent(finding.fingerprint(), _ -> new HashSet<>()).add(target);
      }
    }
    State state = states.get(target);
    if (state == null
        || !(schedule instanceof Schedule.Controlled run)
        || !state.underway.equals(Optional.of(schedule))) {
      return super.learn(target, schedule, result);
    }
    state.underway = Optional.empty();
    state.tree.learn(result.observations().of(TRAIL));
    return super.learn(target, run.with(run.plan().withoutAlternatives()), result);
  }

  @Override
  public boolean isComplete(Target target) {
    State state = states.get(target);
    return (state != null && state.tree.state() == ScheduleTree.State.COMPLETE)
        || super.isComplete(target);
  }

  @Override
  public Set<InputKind> inputs(Target target) {
    State state = states.get(target);
    return state == null ? super.inputs(target) : state.tree.inputs();
  }

  @Override
  public boolean isEnumerating(Target target) {
    State state = states.get(target);
    return (state != null && state.tree.state() == ScheduleTree.State.OPEN)
        || super.isEnumerating(target);
  }

  @Override
  public boolean isImpossible(Finding prediction) {
    Set<Target> targets = predictedIn.getOrDefault(prediction.fingerprint(), Set.of());
    return (races && !targets.isEmpty() && targets.stream().allMatch(this::isComplete))
        || super.isImpossible(prediction);
  }
}
