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
  /** How often goroutines of an execution waited for input or output. */
  public static final Observation<Integer> WAITS_FOR_IO =
      new Observation<>(0, _ -> Optional.of(new Waits()));

  private static final class Waits implements Recorder<Integer> {
    private int count;

    @Override
    public void accept(Event event, EventState state) {
      if (event instanceof Event.Block block && block.reason() == BlockReason.IO) {
        count++;
      }
    }

    @Override
    public Integer end(Ended ended) {
      return count;
    }
  }

  private static final int WITHOUT = 3;

  /** For each wait there is what is written, what is read at once, and the read that waits. */
  private static final int USES = 4;

  /**
   * How many uses are to fail, in turn. The faults of a run are few: a high number means the first
   * uses, a low one any of them.
   */
  private static final int[] FAULTS = {2, 1, 16, 1, 4};

  private static final int MOST = 512;

  /** A target, as it is known. */
  private static final class State {
    private int count;
    private int waits;
  }

  private final Map<Target, State> candidates = new HashMap<>();

  /** Another guide decides all the rest. */
  public FaultGuide(Guide guide) {
    super(guide);
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule schedule = super.next(target, index, length);
    State state = candidates.get(target);
    if (state == null || !(schedule instanceof Schedule.Controlled controlled)) {
      return schedule;
    }
    state.count++;
    if (state.count % WITHOUT == 0) {
      return schedule;
    }
    int faults = FAULTS[(state.count - state.count / WITHOUT) % FAULTS.length];
    return controlled.faults(Math.clamp(1024L * faults / (USES * (long) state.waits), 1, MOST));
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    int waits = result.observations().of(WAITS_FOR_IO);
    if (waits > 0) {
      State state = candidates.computeIfAbsent(target, _ -> new State());
      state.waits = Math.max(state.waits, waits);
    }
    return super.learn(target, schedule, result);
  }
}
