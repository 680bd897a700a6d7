package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which execution of an exploration is next. Guarded by the exploration. */
final class Assignments {
  private final List<TargetState> targets;
  private final TargetRotation turns;
  private final Guide guide;
  private final Budget budget;
  private final Limits limits;
  private final TestIsolation isolation;
  private final List<Doubtful> doubtful = new ArrayList<>();
  private long taken;
  private String current = "";

  Assignments(
      List<TargetState> targets,
      Guide guide,
      Budget budget,
      Limits limits,
      TestIsolation isolation) {
    this.targets = targets;
    this.turns = new TargetRotation(targets);
    this.guide = guide;
    this.budget = budget;
    this.limits = limits;
    this.isolation = isolation;
  }

  /**
   * One execution to be done.
   *
   * @param number of its target's executions in this exploration, from 1
   */
  record Assignment(TargetState state, long number, Job job, TestIsolation.Member member) {
    /** The same, with another schedule. */
    Assignment with(Schedule other) {
      return new Assignment(state, number, job.with(other), member);
    }
  }

  /** An execution that failed next to others, to be repeated without them. */
  record Doubtful(Assignment assignment, Result result) {
    private Target target() {
      return assignment.job.target();
    }
  }

  /**
   * The next one; empty if there is none that may run next to what runs now.
   *
   * @param workers how many run at once
   */
  Optional<Assignment> next(Timetable timetable, int workers) {
    return repeat(timetable, workers)
        .or(() -> turns.next(this::mayGoOn, isolation).map(s -> assign(s, timetable, workers)));
  }

  /** Whether there will be none any more, whatever ends. */
  boolean areOver() {
    return doubtful.isEmpty() && targets.stream().noneMatch(this::mayGoOn);
  }

  /** Whether there were as many as the budget has. */
  boolean areSpent() {
    return taken >= budget.executions();
  }

  /** The test of the latest one; "" before the first. */
  String current() {
    return current;
  }

  /** Has an execution that failed next to others repeated without them. */
  void repeatLater(Assignment assignment, Result result) {
    doubtful.add(new Doubtful(assignment, result));
  }

  /** Those that are still to be repeated. */
  List<Doubtful> doubtful() {
    return doubtful;
  }

  /** A failure that may be the work of others, again without them. */
  private Optional<Assignment> repeat(Timetable timetable, int workers) {
    Optional<Doubtful> next =
        doubtful.stream().filter(d -> isolation.admitsRepeat(d.target())).findFirst();
    next.ifPresent(doubtful::remove);
    return next.map(d -> {
      taken++;
      Assignment before = d.assignment;
      Job job =
          new Job(
              d.target(),
              before.job.schedule(),
              limits(before.state, timetable, workers),
              Detail.GUIDES);
      return new Assignment(before.state, before.number, job, isolation.joinToRepeat(d.target()));
    });
  }

  private Assignment assign(TargetState state, Timetable timetable, int workers) {
    taken++;
    Limits given = limits(state, timetable, workers);
    int index = state.take();
    current = state.target().shown();
    Schedule schedule =
        state.takeKnown().orElseGet(() -> guide.next(state.target(), index, state.length()));
    return new Assignment(
        state,
        state.started(),
        new Job(state.target(), schedule, given, Detail.GUIDES),
        isolation.join(state.target()));
  }

  /** A target by itself has nothing to share, but time is left to read its first execution. */
  private Limits limits(TargetState state, Timetable timetable, int workers) {
    Limits wanted = limits.wantedFor(timetable.left());
    if (targets.size() == 1) {
      return state.hasExecutions() ? wanted : wanted.sharing(timetable.first());
    }
    long looks = targets.stream().mapToLong(TargetState::looksLeft).sum();
    return wanted.sharing(state.share(timetable.look(looks, workers), timetable.mostOfOne()));
  }

  private boolean mayGoOn(TargetState state) {
    return state.isOpen()
        && state.started() < budget.perTarget()
        && guide.wants(state.target())
        && !state.novelty().isExhausted()
        && !(budget.ends(Budget.End.FIRST_FINDING_OF_TARGET) && state.hasFindings())
        && !(budget.ends(Budget.End.ALL_SCHEDULES_OF_TARGET) && guide.isComplete(state.target()));
  }
}
