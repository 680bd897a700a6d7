package dev.harrier.explore.computing;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InputKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lets computing take time in a share of the executions of targets that read the clock: code that
 * measures how long it took may do something else if it took long. What other executions show is as
 * without it, so that tests which fail when they are slow are explored as before.
 */
public final class ComputingGuide extends DelegatingGuide {
  /** Whether the tests of an execution read the clock. */
  public static final Observation<Boolean> READS_CLOCK =
      Observation.forGuides(false, _ -> Optional.of(new ClockReadings()));

  private static final class ClockReadings implements Recorder<Boolean> {
    private boolean any;

    @Override
    public void accept(Event event, EventState state) {
      any |= event instanceof Event.Input input && input.kind() == InputKind.CLOCK;
    }

    @Override
    public Boolean end(Ended ended) {
      return any;
    }
  }

  /** Of 1024 readings, how many come late: the few of a test each have a fair chance. */
  private static final int READINGS = 512;

  private final int share;
  private final Map<Target, Integer> candidates = new HashMap<>();

  /**
   * @param guide decides all the rest
   * @param share every n-th execution of a target is of this kind, once one has read the clock
   */
  public ComputingGuide(Guide guide, int share) {
    super(guide);
    this.share = share;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule schedule = super.next(target, index, length);
    Integer before = candidates.computeIfPresent(target, (_, n) -> n + 1);
    return before != null
            && before % share == 0
            && schedule instanceof Schedule.Controlled controlled
        ? controlled.computing(READINGS)
        : schedule;
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    if (result.observations().of(READS_CLOCK)) {
      candidates.putIfAbsent(target, 0);
    }
    return super.learn(target, schedule, result);
  }
}
