package dev.harrier.explore.fault;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Has connections or files fail, or contexts be canceled, in two of three executions of targets
 * that use some. The third one is as without it, so that what needs no fault is found as before.
 */
public final class FaultGuide extends DelegatingGuide {
  /** What an execution used that may fail. */
  public static final Observation<Uses> USES =
      Observation.forGuides(
          new Uses(0, 0, 0), execution -> Optional.of(new UsesRecorder(execution.trace())));

  /**
   * What may fail.
   *
   * @param waits for input or output, also of a {@code net.Pipe}
   * @param contexts that were made and can be canceled
   * @param files how often a file was written or synchronized, or used in some other way
   */
  public record Uses(int waits, int contexts, int files) {
    private Uses most(Uses other) {
      return new Uses(
          Math.max(waits, other.waits),
          Math.max(contexts, other.contexts),
          Math.max(files, other.files));
    }
  }

  private static final class UsesRecorder implements Recorder<Uses> {
    private final Trace trace;

    /** Stacks of waits in a select, and whether it is one of a {@code net.Pipe}. */
    private final Map<StackId, Boolean> ofPipes = new HashMap<>();

    private int waits;
    private int contexts;
    private int files;

    UsesRecorder(Trace trace) {
      this.trace = trace;
    }

    @Override
    public void accept(Event event, EventState state) {
      switch (event) {
        case Event.Block block when block.reason() == BlockReason.IO -> waits++;
        case Event.Block block when block.reason() == BlockReason.SELECT ->
            waits +=
                ofPipes.computeIfAbsent(block.stack(), id -> Faults.isInPipe(trace.stack(id)))
                    ? 1
                    : 0;
        case Event.ContextNew _ -> contexts++;
        case Event.Operation operation ->
            files += operation.use().filter(UsesRecorder::writesFile).isPresent() ? 1 : 0;
        default -> {
          // It uses nothing that may fail.
        }
      }
    }

    private static boolean writesFile(DescriptorUse use) {
      return use.of() == DescriptorUse.Of.KERNEL
          && (use.way() == DescriptorUse.Way.WRITE || use.way() == DescriptorUse.Way.OTHER);
    }

    @Override
    public Uses end(Ended ended) {
      return new Uses(waits, contexts, files);
    }
  }

  /** Every third execution is without faults. */
  private static final int WITHOUT = 3;

  /**
   * For each wait there is what is written, what is read at once, and the read that waits. A
   * context is used about as often.
   */
  private static final int USES_OF_EACH = 4;

  /**
   * How many uses are to fail, in turn. The faults of a run are few: a high number means the first
   * uses, a low one any of them.
   */
  private static final int[] FAULTS = {2, 1, 16, 1, 4};

  /** Of 1024 uses, no more fail. */
  private static final int MOST = 512;

  /** What executions of a target have used, and how many could have had faults. */
  private static final class State {
    private int count;
    private Uses uses = new Uses(0, 0, 0);
  }

  private final FaultSetting setting;
  private final Map<Target, State> candidates = new HashMap<>();

  /**
   * @param guide decides all the rest
   * @param setting what may fail
   */
  public FaultGuide(Guide guide, FaultSetting setting) {
    super(guide);
    this.setting = setting;
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
    return controlled.faults(
        new FaultShares(
            setting.net() ? share(faults, USES_OF_EACH * (long) state.uses.waits()) : 0,
            setting.cancel() ? share(faults, USES_OF_EACH * (long) state.uses.contexts()) : 0,
            setting.files() ? share(faults, state.uses.files()) : 0));
  }

  private static int share(int faults, long used) {
    return used == 0 ? 0 : Math.clamp(1024L * faults / used, 1, MOST);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    Uses uses = result.observations().of(USES);
    if ((setting.net() && uses.waits() > 0)
        || (setting.cancel() && uses.contexts() > 0)
        || (setting.files() && uses.files() > 0)) {
      State state = candidates.computeIfAbsent(target, _ -> new State());
      state.uses = state.uses.most(uses);
    }
    return super.learn(target, schedule, result);
  }
}
