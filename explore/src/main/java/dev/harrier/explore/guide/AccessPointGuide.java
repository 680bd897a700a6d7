package dev.harrier.explore.guide;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.tracing.decode.RecordedTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Explores what comes of data races: where an execution showed that code takes part in one, its
 * accesses to memory are scheduling points in a share of the later executions of that target. Other
 * accesses need none: what orders them is a scheduling point already.
 *
 * <p>The places are part of each schedule, so a replay has the same ones. A schedule with delays is
 * left as it is: they count operations of the run that they were made for.
 */
public final class AccessPointGuide extends DelegatingGuide {
  /**
   * Where code stands that takes part in a data race, as {@link PlanEntry.AccessPoint} has it.
   * Atomic accesses and operations on channels are scheduling points anyway.
   */
  public static final Observation<Set<SymbolOffset>> RACING =
      new Observation<>(Set.of(), execution -> Optional.of(new Racing(execution.trace())));

  /** Of one target; each place adds to the length of its runs. */
  private static final int MOST = 32;

  private final int share;
  private final Map<Target, State> states = new HashMap<>();

  private static final class State {
    final SequencedSet<SymbolOffset> places = new TreeSet<>();

    /** Executions that could have the points. */
    int candidates;
  }

  private static final class Racing implements Recorder<Set<SymbolOffset>> {
    private final RecordedTrace trace;
    private final Set<SymbolOffset> places = new HashSet<>();

    Racing(RecordedTrace trace) {
      this.trace = trace;
    }

    @Override
    public void accept(Event event, EventState state) {
      if (event instanceof Event.Race race) {
        see(race.access(), race.stack());
        see(race.earlier().access(), race.earlier().stack());
      }
    }

    private void see(RacingAccess access, StackId stack) {
      if (access == RacingAccess.READ || access == RacingAccess.WRITE) {
        trace.place(stack).ifPresent(places::add);
      }
    }

    @Override
    public Set<SymbolOffset> end(Ended ended) {
      return places;
    }
  }

  /**
   * @param guide decides all the rest
   * @param share every n-th execution has the points, of those without delays and once any are
   *     known
   */
  public AccessPointGuide(Guide guide, int share) {
    super(guide);
    this.share = share;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule schedule = super.next(target, index, length);
    State state = states.get(target);
    if (state == null || !(schedule instanceof Schedule.Controlled run) || !isFree(run)) {
      return schedule;
    }
    return state.candidates++ % share == 0 ? with(run, state.places) : schedule;
  }

  private static boolean isFree(Schedule.Controlled schedule) {
    return schedule.plan().entries().stream()
        .noneMatch(e -> e instanceof PlanEntry.Delay || !e.isDecision());
  }

  private static Schedule with(Schedule.Controlled schedule, SequencedSet<SymbolOffset> places) {
    return schedule.with(
        new Plan(
            Stream.concat(
                    places.stream().map(PlanEntry.AccessPoint::new),
                    schedule.plan().entries().stream())
                .toList()));
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    Set<SymbolOffset> racing = result.observations().of(RACING);
    if (racing.isEmpty()) {
      return news;
    }
    State state = states.computeIfAbsent(target, _ -> new State());
    racing.stream().sorted().filter(_ -> state.places.size() < MOST).forEach(state.places::add);
    return news;
  }
}
