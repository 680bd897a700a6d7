package dev.harrier.explore.cause;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.minimize.Minimizer;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The executions of a search for the cause of one finding. */
final class Trials {
  /** Replays in each direction. */
  static final int REPLAYS = 10;

  static final Witness.Reproduction ALL = new Witness.Reproduction(REPLAYS, REPLAYS);

  private final Worker worker;
  private final Job job;
  private final String fingerprint;
  private final BooleanSupplier stop;
  private final Map<Schedule, Result> tried = new HashMap<>();
  private int most;
  private int executions;

  /**
   * @param job the execution that shows the finding
   * @param stop asked before each execution whether to leave it at that
   */
  Trials(Worker worker, Job job, String fingerprint, BooleanSupplier stop) {
    this.worker = worker;
    this.job = new Job(job.target(), job.schedule(), job.limits(), true);
    this.fingerprint = fingerprint;
    this.stop = stop;
  }

  /** There are no more executions available. */
  static final class SpentException extends Exception {
    private static final long serialVersionUID = 1;

    SpentException() {
      super("", null, false, false);
    }
  }

  Schedule schedule() {
    return job.schedule();
  }

  /**
   * The schedule without decisions that the finding does not need.
   *
   * @param most executions that it may take
   */
  Schedule minimized(int most) throws WorkerException, SpentException {
    Result failing = run(job.schedule());
    Minimizer.MinimizedSchedule least =
        new Minimizer(worker, job, this::shows, most, stop).minimize(failing.choices());
    executions += least.executions();
    return least.schedule();
  }

  /** How many it took until now, with replays. */
  int executions() {
    return executions;
  }

  /** So many different schedules more may be tried. */
  void allow(int more) {
    most = tried.size() + more;
  }

  /** Whether another schedule may be tried. */
  boolean areLeft() {
    return tried.size() < most;
  }

  /** A part of the search, which may take all executions that are allowed. */
  interface Part<T> {
    Optional<T> search() throws WorkerException, SpentException;
  }

  /** What it finds with the executions that are allowed; nothing if it needs more. */
  <T> Optional<T> asFarAsAllowed(Part<T> part) throws WorkerException, SpentException {
    try {
      return part.search();
    } catch (SpentException e) {
      if (areLeft()) {
        throw e; // The time is up.
      }
      return Optional.empty();
    }
  }

  boolean shows(Result run) {
    return run.shows(fingerprint);
  }

  boolean passes(Result run) {
    return run.passed() && !shows(run);
  }

  /** The finding as an execution shows it. */
  Optional<Finding> finding(Result run) {
    return run.findings().stream().filter(f -> f.fingerprint().equals(fingerprint)).findFirst();
  }

  static OperationLog log(Result run) {
    return run.observations().of(OperationLog.OPERATIONS);
  }

  /** An execution of the search; the same one is done once. */
  Result tried(Schedule.Controlled schedule) throws WorkerException, SpentException {
    Result known = tried.get(schedule);
    if (known != null) {
      return known;
    }
    if (!areLeft()) {
      throw new SpentException();
    }
    Result run = run(schedule);
    tried.put(schedule, run);
    return run;
  }

  Result run(Schedule schedule) throws WorkerException, SpentException {
    if (stop.getAsBoolean()) {
      throw new SpentException();
    }
    executions++;
    Result run = worker.run(job.with(schedule));
    if (run.exit() instanceof Exit.Canceled) {
      throw new SpentException();
    }
    return run;
  }
}
