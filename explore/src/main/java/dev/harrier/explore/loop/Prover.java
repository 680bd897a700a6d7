package dev.harrier.explore.loop;

import dev.harrier.explore.cause.CauseSearch;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.loop.Assignments.Assignment;
import dev.harrier.explore.minimize.Minimizer;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.ChoiceKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How the discoveries of an exploration get their proofs, on the worker that made them: simplifies
 * the schedule, measures how reliably it shows the finding, and looks for the cause.
 */
final class Prover {
  /** Replays of what is not to be measured, or takes the whole limit each time. */
  private static final int FEW_REPLAYS = 2;

  /** An execution that takes much longer than the one that showed the finding is another one. */
  private static final int LONGER = 4;

  private static final Duration AT_LEAST = Duration.ofSeconds(1);

  /** Schedules that are tried for what was seen with timers before their time, or slow code. */
  private static final int ON_TIME = 60;

  /** A test that failed so often without a schedule is taken for one that always does. */
  private static final int NATIVE_RUNS = 3;

  private final ExplorationLoop exploration;
  private final Limits limits;
  private final Predicate<Finding> mayFail;
  private final int attempts;
  private final int replays;

  /**
   * @param limits of an execution
   * @param mayFail whether a finding may fail the run; the schedules of others are replayed as they
   *     were found
   * @param attempts executions that simplifying one schedule may take
   * @param replays that measure the result
   */
  Prover(
      ExplorationLoop exploration,
      Limits limits,
      Predicate<Finding> mayFail,
      int attempts,
      int replays) {
    this.exploration = exploration;
    this.limits = limits;
    this.mayFail = mayFail;
    this.attempts = attempts;
    this.replays = replays;
  }

  /**
   * Proves a discovery, unless its test fails without the schedule as well. One that needs timers
   * before their time may be nothing: those share a part of the time.
   */
  void prove(Worker worker, Assignment assignment, Result result, Discovery discovery)
      throws WorkerException {
    boolean doubtful = EarlyTimers.isIn(assignment.job().schedule(), result);
    if (doubtful && !exploration.hasTimeForDoubtful()) {
      prove(worker, assignment, result, discovery, false);
      return;
    }
    long start = System.nanoTime();
    try {
      prove(worker, assignment, result, discovery, mayFail.test(discovery.finding()));
    } finally {
      if (doubtful) {
        exploration.spentOnDoubtful(Duration.ofNanos(System.nanoTime() - start));
      }
    }
  }

  /**
   * @param simplifying whether the schedule is simplified, and its cause looked for
   */
  private void prove(
      Worker own, Assignment assignment, Result result, Discovery discovery, boolean simplifying)
      throws WorkerException {
    String fingerprint = discovery.finding().fingerprint();
    if (exploration.isToRunWithout(discovery.finding(), assignment.state())) {
      runWithout(own, whole(assignment), result, discovery.finding(), assignment.state());
    }
    Worker worker = new Timely(own, () -> exploration.timetable().nextOfProof());
    Optional<OrdinaryRuns> ordinary = Optional.empty();
    if (OrdinaryRuns.decide(discovery.finding())
        && assignment.job().schedule() instanceof Schedule.Controlled schedule) {
      OrdinaryRuns runs = ordinary(worker, whole(assignment), result, schedule, assignment.state());
      if (!exploration.passes(discovery, assignment.state(), runs)) {
        return;
      }
      ordinary = Optional.of(runs);
    }
    ReplayProof proof =
        simplifying
            ? inTime(worker, assignment, result, discovery)
            : withoutTime(
                discovery, assignment, seenAgain(worker, whole(assignment), result, fingerprint));
    exploration.learn(
        discovery, ordinary.map(runs -> proof.with(proof.again().map(runs::judge))).orElse(proof));
  }

  /**
   * Runs a test that panicked in the default order, and then without any schedule, until a run does
   * not end in the same panic. It is done even when it is late: what always panics must not depend
   * on how much time there is.
   */
  private void runWithout(Worker worker, Job found, Result result, Finding panic, TargetState state)
      throws WorkerException {
    Job natively =
        new Job(
            found.target(),
            new Schedule.Native(Plan.EMPTY),
            limits(found, result),
            Detail.FINDINGS);
    Job first =
        found.schedule() instanceof Schedule.Controlled schedule
            ? natively.with(schedule.inDefaultOrder())
            : natively;
    int panicked = 0;
    while (panicked < NATIVE_RUNS && !exploration.isCanceled()) {
      Result run = worker.run(panicked == 0 ? first : natively);
      if (run.exit() instanceof Exit.Canceled || hangs(run)) {
        break;
      }
      if (!Panics.endedIn(run, panic)) {
        exploration.panicked(panic, state, 0, panicked + 1);
        return;
      }
      panicked++;
    }
    if (panicked > 0) {
      exploration.panicked(panic, state, panicked, panicked);
    }
  }

  /** A worker whose executions are wanted for no longer than there is time when they begin. */
  private record Timely(Worker worker, Supplier<Duration> left) implements Worker {
    @Override
    public Result run(Job job) throws WorkerException {
      Limits limits = job.limits();
      Duration now = left.get();
      return worker.run(now.compareTo(limits.wanted()) < 0 ? job.with(limits.wantedFor(now)) : job);
    }

    @Override
    public void close() {
      worker.close();
    }
  }

  /** Of what fails the run it says that there was no time for its cause. */
  private ReplayProof withoutTime(Discovery discovery, Assignment assignment, ReplayProof proof) {
    boolean isExplained =
        attempts > 0
            && assignment.job().schedule() instanceof Schedule.Controlled
            && mayFail.test(discovery.finding());
    return isExplained ? proof.with(Optional.of(new Cause.CutOff(0)), 0) : proof;
  }

  /**
   * The proof of a discovery. Where it assumes something of time, it is that of a schedule that
   * does not, if one of the next shows the same.
   */
  private ReplayProof inTime(
      Worker worker, Assignment assignment, Result result, Discovery discovery)
      throws WorkerException {
    String fingerprint = discovery.finding().fingerprint();
    ReplayProof proof = explained(worker, assignment, result, fingerprint);
    if (proof.isPlausible()
        || !(assignment.job().schedule() instanceof Schedule.Controlled found)
        || !EarlyTimers.isIn(found, result)) {
      return proof;
    }
    BooleanSupplier late = exploration.timetable().proof();
    Schedule.Controlled onTime = found.onTime();
    for (int i = 0; i < ON_TIME && !exploration.isCanceled() && !late.getAsBoolean(); i++) {
      Assignment next = assignment.with(onTime.seeded((onTime.seed() + i) & Long.MAX_VALUE));
      Result run = worker.run(whole(next));
      if (run.shows(fingerprint)) {
        ReplayProof other = explained(worker, next, run, fingerprint);
        return other.isBetterThan(proof) ? other : proof;
      }
    }
    return proof;
  }

  private ReplayProof explained(
      Worker worker, Assignment assignment, Result result, String fingerprint)
      throws WorkerException {
    ReplayProof proof = simplified(worker, whole(assignment), result, fingerprint);
    ReplayProof measured =
        proof.isReproduced() ? proof : alone(worker, assignment, result, fingerprint, proof);
    return explain(worker, whole(assignment), result, fingerprint, measured);
  }

  /**
   * With all the time that an execution may take: what is proved may take longer than is left for
   * exploring. A trace that would not be read to its end is not written much further.
   */
  private Job whole(Assignment assignment) {
    Limits whole =
        limits
            .writing(2 * assignment.job().limits().output())
            .wantedFor(exploration.timetable().leftForProofs());
    return new Job(assignment.job().target(), assignment.job().schedule(), whole, Detail.FINDINGS);
  }

  /**
   * What replays say without other tests of the same program next to them: those may have taken the
   * port, or the file, that this one needs.
   */
  private ReplayProof alone(
      Worker worker, Assignment assignment, Result result, String fingerprint, ReplayProof proof)
      throws WorkerException {
    if (!exploration.isAlone(assignment)) {
      return proof;
    }
    Replay.Outcome replay =
        replay(
            worker,
            whole(assignment),
            result,
            proof.schedule(),
            fingerprint,
            replays,
            exploration.timetable().proof());
    if (replay.runs() == 0) {
      return proof;
    }
    if (replay.shown() == replay.runs() || replay.shown() == 0) {
      exploration.disturbs(assignment);
    }
    return proof.with(replay);
  }

  /**
   * The proof with a simplified schedule, as far as there is time.
   *
   * @param found the job that showed the finding
   */
  private ReplayProof simplified(Worker worker, Job found, Result result, String fingerprint)
      throws WorkerException {
    BooleanSupplier late = exploration.timetable().proof();
    Job job = new Job(found.target(), found.schedule(), limits(found, result), Detail.FINDINGS);
    BooleanSupplier stop = () -> exploration.isCanceled() || late.getAsBoolean();
    // Each attempt to simplify one that hangs would take the whole limit.
    Minimizer.MinimizedSchedule minimized =
        hangs(result)
            ? new Minimizer.MinimizedSchedule(job.schedule(), result.choices().size(), 0)
            : minimize(worker, job, result, fingerprint, stop);
    Replay.Outcome replay =
        replay(worker, found, result, minimized.schedule(), fingerprint, replays, late);
    return new ReplayProof(
        minimized.schedule(),
        true,
        minimized.decisions(),
        minimized.executions() + replay.runs(),
        replay.shown(),
        replay.runs(),
        result.choices().stream().anyMatch(c -> c.kind() == ChoiceKind.RETURNED),
        replay.finding());
  }

  /**
   * Replays the schedule as it was found, often enough to have all that a report shows.
   *
   * @param found the job that showed the finding
   */
  private ReplayProof seenAgain(Worker worker, Job found, Result result, String fingerprint)
      throws WorkerException {
    BooleanSupplier late = exploration.timetable().proof();
    Replay.Outcome replay =
        replay(worker, found, result, found.schedule(), fingerprint, FEW_REPLAYS, late);
    return new ReplayProof(
        found.schedule(),
        false,
        result.choices().size(),
        replay.runs(),
        replay.shown(),
        replay.runs(),
        result.choices().stream().anyMatch(c -> c.kind() == ChoiceKind.RETURNED),
        replay.finding());
  }

  private static boolean hangs(Result result) {
    return result.exit() instanceof Exit.OutOfTime;
  }

  private static Limits limits(Job found, Result result) {
    return found.limits().within(result.wall().multipliedBy(LONGER).plus(AT_LEAST));
  }

  /**
   * Replays a schedule.
   *
   * @param found the job that showed the finding, and what came of it
   * @param runs how often, unless it hangs
   * @param late when only the first replay is to be run, which shows the finding in full
   */
  private Replay.Outcome replay(
      Worker worker,
      Job found,
      Result result,
      Schedule schedule,
      String fingerprint,
      int runs,
      BooleanSupplier late)
      throws WorkerException {
    AtomicInteger begun = new AtomicInteger();
    return new Replay(
            worker,
            new Job(found.target(), schedule, limits(found, result), Detail.WORDS),
            fingerprint,
            (finding, run) -> EarlyTimers.ofFailedTests(Replay.judge(finding, run), schedule, run),
            () -> exploration.isCanceled() || (begun.getAndIncrement() > 0 && late.getAsBoolean()))
        .count(hangs(result) ? FEW_REPLAYS : runs);
  }

  /**
   * Runs a test without the schedule that it failed under: as often as that is replayed in the
   * default order, as often in an order in which it passed if it never does in that one, and
   * without any until it passes. One run is done even when it is late.
   *
   * @param found the job in which it failed, and what came of it
   */
  private OrdinaryRuns ordinary(
      Worker worker, Job found, Result result, Schedule.Controlled schedule, TargetState state)
      throws WorkerException {
    BooleanSupplier late = exploration.timetable().proof();
    Limits most = limits(found, result);
    Passes inOrder =
        passes(
            worker,
            new Job(found.target(), schedule.inDefaultOrder(), most, Detail.FINDINGS),
            exploration.runsInOrder(state, replays),
            late);
    Passes otherwise = Passes.NONE;
    if (inOrder.runs > 0 && inOrder.passed == 0) {
      Optional<Schedule.Controlled> passing = exploration.passing(state);
      if (passing.isPresent()) {
        otherwise =
            passes(
                worker,
                new Job(found.target(), passing.get(), most, Detail.FINDINGS),
                replays,
                late);
      }
    }
    Passes natively =
        inOrder.passed + otherwise.passed > 0
            ? natively(worker, found, otherwise.runs > 0, late)
            : Passes.NONE;
    return new OrdinaryRuns(
        inOrder.runs,
        inOrder.passed,
        otherwise.runs,
        otherwise.passed,
        natively.runs,
        natively.passed);
  }

  /**
   * Runs a test without any schedule until it passes. None counts if one hangs or is canceled.
   *
   * @param failsInOrder whether it fails in the default order: a process that was just copied may
   *     start its threads late, and so take that order without any schedule. It is tried more often
   *     then, and once even when it is late.
   */
  private Passes natively(Worker worker, Job found, boolean failsInOrder, BooleanSupplier late)
      throws WorkerException {
    Job natively = found.with(new Schedule.Native(Plan.EMPTY));
    int most = failsInOrder ? replays : NATIVE_RUNS;
    int runs = 0;
    while (runs < most
        && !exploration.isCanceled()
        && ((failsInOrder && runs == 0) || !late.getAsBoolean())) {
      Result run = worker.run(natively);
      if (run.exit() instanceof Exit.Canceled || hangs(run)) {
        return Passes.NONE;
      }
      runs++;
      if (run.passed()) {
        return new Passes(runs, 1);
      }
    }
    return new Passes(runs, 0);
  }

  /** How many of some runs passed. */
  private record Passes(int runs, int passed) {
    static final Passes NONE = new Passes(0, 0);
  }

  private Passes passes(Worker worker, Job job, int most, BooleanSupplier late)
      throws WorkerException {
    int runs = 0;
    int passed = 0;
    while (runs < most && !exploration.isCanceled() && (runs == 0 || !late.getAsBoolean())) {
      Result run = worker.run(job);
      if (run.exit() instanceof Exit.Canceled) {
        break;
      }
      runs++;
      passed += run.passed() ? 1 : 0;
    }
    return new Passes(runs, passed);
  }

  /**
   * The same proof, with the cause if there is time to find it, or with the reason why it was not
   * looked for.
   *
   * @param found the job that showed the finding, and what came of it
   */
  private ReplayProof explain(
      Worker worker, Job found, Result result, String fingerprint, ReplayProof proof)
      throws WorkerException {
    BooleanSupplier late = exploration.timetable().proof();
    if (attempts == 0 || proof.runs() == 0) {
      return proof;
    }
    if (hangs(result)) {
      return proof.with(Optional.of(new Cause.NotSought(Cause.Obstacle.TIME_LIMIT)), 0);
    }
    if (!proof.isReproduced()) {
      return proof.with(Optional.of(new Cause.NotSought(Cause.Obstacle.NOT_EVERY_REPLAY)), 0);
    }
    Job shown = new Job(found.target(), proof.schedule(), limits(found, result), Detail.OPERATIONS);
    CauseSearch search =
        new CauseSearch(
            List.of(worker),
            shown,
            fingerprint,
            () -> exploration.isCanceled() || late.getAsBoolean());
    Optional<Cause> cause = search.find();
    return proof.with(
        search.isCutOff() ? Optional.of(new Cause.CutOff(search.executions())) : cause,
        search.executions());
  }

  private Minimizer.MinimizedSchedule minimize(
      Worker worker, Job job, Result result, String fingerprint, BooleanSupplier stop)
      throws WorkerException {
    return attempts == 0
        ? new Minimizer.MinimizedSchedule(job.schedule(), result.choices().size(), 0)
        : new Minimizer(worker, job, run -> run.shows(fingerprint), attempts, stop)
            .minimize(result.choices());
  }
}
