package dev.harrier.explore.reversal;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reverses a pair of operations: takes the schedule of a run that showed a conflict, and lets one
 * goroutine be delayed before its part of it. Where that does not help, because what must come
 * first does not come in that run, the goroutine is delayed in other runs.
 */
public final class ReversalGuide extends DelegatingGuide {
  /** At most so many goroutines are delayed in one run. */
  private static final int DEEPEST = 4;

  /** Only tries are kept after so many: they are frequent, and little is lost with some. */
  private static final int TRIES_UNKEPT = 4;

  private final int first;
  private final int share;
  private final long seed;
  private final ReversalMemory memory;
  private final Map<Target, State> states = new HashMap<>();

  private static final class State {
    final ReversalCandidates candidates;

    /** Of the next execution that is the other guide's; -1 before the first. */
    int index = -1;

    /** Whether what is known now is worth keeping. */
    boolean unkept;

    int tries;

    State(ReversalCandidates candidates) {
      this.candidates = candidates;
    }

    Optional<ReversalCandidates.Attempt> choose() {
      Optional<ReversalCandidates.Attempt> attempt = candidates.choose();
      if (attempt.isPresent()) {
        tries++;
        unkept |= tries % TRIES_UNKEPT == 0;
      }
      return attempt;
    }
  }

  /**
   * @param guide has all other executions, numbered without gaps
   * @param first this many executions of a target come before
   * @param share every n-th execution reverses something, if there is anything to reverse
   */
  public ReversalGuide(Guide guide, int first, int share, long seed, ReversalMemory memory) {
    super(guide);
    this.first = first;
    this.share = share;
    this.seed = seed;
    this.memory = memory;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    State state = state(target);
    if (state.index < 0) {
      state.index = index;
    }
    boolean reverses = index >= first && (index - first) % share == 0;
    Optional<ReversalCandidates.Attempt> attempt = reverses ? state.choose() : Optional.empty();
    if (attempt.isPresent() && attempt.get().again()) {
      return with(attempt.get().run(), attempt.get().delay());
    }
    Schedule other = super.next(target, state.index++, length);
    return attempt.isPresent() && other instanceof Schedule.Controlled controlled
        ? with(controlled, attempt.get().delay())
        : other;
  }

  /** Schedules that others found may come before any of its own. */
  private State state(Target target) {
    return states.computeIfAbsent(
        target,
        t -> new State(new ReversalCandidates(seed * 31 + t.shown().hashCode(), memory.recall(t))));
  }

  private static Schedule with(Schedule.Controlled c, PlanEntry.Delay delay) {
    List<PlanEntry> plan = Stream.concat(c.plan().entries().stream(), Stream.of(delay)).toList();
    return c.with(new Plan(plan));
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    if (schedule instanceof Schedule.Controlled controlled) {
      List<Reversal> reversals = result.observations().of(ReversalRecorder.REVERSALS);
      State state = state(target);
      ReversalCandidates candidates = state.candidates;
      if (candidates.see(reversals)) {
        news = true;
        state.unkept = true;
        if (depth(controlled) < DEEPEST) {
          candidates.add(controlled, reversals);
        }
      }
    }
    return news;
  }

  @Override
  public void keep() {
    super.keep();
    states.forEach((target, state) -> {
      if (state.unkept) {
        state.unkept = false;
        memory.keep(target, state.candidates.kept());
      }
    });
  }

  private static long depth(Schedule schedule) {
    return schedule.plan().entries().stream().filter(PlanEntry.Delay.class::isInstance).count();
  }
}
