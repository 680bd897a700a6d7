package dev.harrier.explore.loop;

import dev.harrier.explore.cause.CauseSearch;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.minimize.Minimizer;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.trace.ChoiceKind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Simplifies the schedule of a discovery and measures how reliably it shows the finding. */
final class Prover {
  private final int attempts;
  private final int replays;

  private static final int FEW_REPLAYS = 2;

  /** An execution that takes much longer than the one that showed the finding is another one. */
  private static final int LONGER = 4;

  private static final Duration AT_LEAST = Duration.ofSeconds(1);

  /** A test that failed so often without a schedule is taken for one that always does. */
  private static final int NATIVE_RUNS = 3;

  /**
   * @param attempts executions that simplifying one schedule may take
   * @param replays that measure the result
   */
  Prover(int attempts, int replays) {
    this.attempts = attempts;
    this.replays = replays;
  }

  /**
   * Does what it can until it is asked to stop.
   *
   * @param found the job that showed the finding
   * @param cancelled nothing is to be run any more
   * @param late as much as one replay is to be run, which shows the finding in full
   */
  ReplayProof prove(
      Worker worker,
      Job found,
      Result result,
      String fingerprint,
      BooleanSupplier cancelled,
      BooleanSupplier late)
      throws WorkerException {
    Job job = new Job(found.target(), found.schedule(), limits(found, result), false);
    BooleanSupplier stop = () -> cancelled.getAsBoolean() || late.getAsBoolean();
    // Each attempt to simplify one that hangs would take the whole limit.
    Minimizer.MinimizedSchedule minimized =
        hangs(result)
            ? new Minimizer.MinimizedSchedule(job.schedule(), result.choices().size(), 0)
            : minimize(worker, job, result, fingerprint, stop);
    Replay.Outcome replay =
        replay(worker, found, result, minimized.schedule(), fingerprint, cancelled, late);
    return new ReplayProof(
        minimized.schedule(),
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
  ReplayProof seenAgain(
      Worker worker,
      Job found,
      Result result,
      String fingerprint,
      BooleanSupplier cancelled,
      BooleanSupplier late)
      throws WorkerException {
    Replay.Outcome replay =
        new Prover(0, FEW_REPLAYS)
            .replay(worker, found, result, found.schedule(), fingerprint, cancelled, late);
    return new ReplayProof(
        found.schedule(),
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
   * Replays a schedule as often as it takes to measure it.
   *
   * @param found the job that showed the finding, and what came of it
   */
  Replay.Outcome replay(
      Worker worker,
      Job found,
      Result result,
      Schedule schedule,
      String fingerprint,
      BooleanSupplier cancelled,
      BooleanSupplier late)
      throws WorkerException {
    AtomicInteger begun = new AtomicInteger();
    return new Replay(
            worker,
            new Job(found.target(), schedule, limits(found, result), true),
            fingerprint,
            (finding, run) -> EarlyTimers.ofFailedTests(Replay.judge(finding, run), schedule, run),
            () -> cancelled.getAsBoolean() || (begun.getAndIncrement() > 0 && late.getAsBoolean()))
        .run(hangs(result) ? FEW_REPLAYS : replays);
  }

  /**
   * Runs a test without the schedule that it failed under: as often as that is replayed in the
   * default order, and without any until it passes. One run is done even when it is late.
   *
   * @param found the job in which it failed, and what came of it
   */
  OrdinaryRuns ordinary(
      Worker worker,
      Job found,
      Result result,
      Schedule.Controlled schedule,
      BooleanSupplier cancelled,
      BooleanSupplier late)
      throws WorkerException {
    Job inOrder = new Job(found.target(), schedule.inDefaultOrder(), limits(found, result), false);
    int runs = 0;
    int passed = 0;
    while (runs < replays && !cancelled.getAsBoolean() && (runs == 0 || !late.getAsBoolean())) {
      Result run = worker.run(inOrder);
      if (run.exit() instanceof Exit.Cancelled) {
        break;
      }
      runs++;
      passed += run.passed() ? 1 : 0;
    }
    int natively = 0;
    boolean passes = false;
    while (passed > 0
        && !passes
        && natively < NATIVE_RUNS
        && !cancelled.getAsBoolean()
        && !late.getAsBoolean()) {
      Result run = worker.run(found.with(new Schedule.Native(Plan.EMPTY)));
      if (run.exit() instanceof Exit.Cancelled || hangs(run)) {
        natively = 0;
        break;
      }
      natively++;
      passes = run.passed();
    }
    return new OrdinaryRuns(runs, passed, natively, passes ? 1 : 0);
  }

  /**
   * The same proof, with the cause if there is time to find it: where each replay shows the
   * finding, and the schedule was simplified.
   *
   * @param found the job that showed the finding, and what came of it
   */
  ReplayProof explain(
      Worker worker,
      Job found,
      Result result,
      String fingerprint,
      ReplayProof proof,
      BooleanSupplier stop)
      throws WorkerException {
    if (attempts == 0 || proof.runs() == 0 || !proof.isReproduced() || hangs(result)) {
      return proof;
    }
    Job shown = new Job(found.target(), proof.schedule(), limits(found, result), true);
    CauseSearch search = new CauseSearch(worker, shown, fingerprint, stop);
    Optional<Cause> cause = search.find();
    return proof.with(cause, search.executions());
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
