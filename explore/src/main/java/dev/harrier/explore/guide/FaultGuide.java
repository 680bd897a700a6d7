package dev.harrier.explore.guide;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Has connections fail in two of three executions of targets that wait for connections. The third
 * one is as without it, so that what needs no fault is found as before.
 */
public final class FaultGuide extends DelegatingGuide {
  /** Whether a goroutine of an execution waited for input or output. */
  public static final Observation<Boolean> WAITS_FOR_IO =
      new Observation<>(false, _ -> Optional.of(new Waits()));

  private static final class Waits implements Recorder<Boolean> {
    private boolean any;

    @Override
    public void accept(Event event, EventState state) {
      any |= event instanceof Event.Block block && block.reason() == BlockReason.IO;
    }

    @Override
    public Boolean end(Ended ended) {
      return any;
    }
  }

  private static final int WITHOUT = 3;

  /**
   * Of 1024 uses, how many fail, in turn: a test has a dozen uses or thousands, and the faults of a
   * run are few, so that a high share is one of the first uses.
   */
  private static final int[] SHARES = {256, 64, 512, 16, 128, 4};

  private final Map<Target, Integer> candidates = new HashMap<>();

  /** Another guide decides all the rest. */
  public FaultGuide(Guide guide) {
    super(guide);
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule schedule = super.next(target, index, length);
    Integer count = candidates.computeIfPresent(target, (_, n) -> n + 1);
    if (count == null
        || count % WITHOUT == 0
        || !(schedule instanceof Schedule.Controlled controlled)) {
      return schedule;
    }
    return controlled.faults(SHARES[(count - 1 - count / WITHOUT) % SHARES.length]);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    if (result.observations().of(WAITS_FOR_IO)) {
      candidates.putIfAbsent(target, 0);
    }
    return super.learn(target, schedule, result);
  }
}
