package dev.harrier.explore.cause;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.minimize.Minimizer;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The executions of a search for the cause of one finding. With several workers, schedules that are
 * to be tried in any case run next to each other.
 */
final class Trials {
  /** Replays in each direction. */
  static final int REPLAYS = 10;

  static final Witness.Reproduction ALL = new Witness.Reproduction(REPLAYS, REPLAYS);

  private final List<Worker> workers;
  private final Job job;
  private final String fingerprint;
  private final BooleanSupplier stop;

  /** The first execution of each schedule. */
  private final Map<Schedule, Result> tried = new HashMap<>();

  private int most;
  private int executions;
  private boolean disturbed;

  /**
   * @param workers of which each does one execution at a time
   * @param job the execution that shows the finding
   * @param stop asked before each execution whether to leave it at that
   */
  Trials(List<Worker> workers, Job job, String fingerprint, BooleanSupplier stop) {
    this.workers = List.copyOf(workers);
    this.job = new Job(job.target(), job.schedule(), job.limits(), Detail.OPERATIONS);
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
    allow(most + 1);
    Result failing = tried(job.schedule());
    return new Minimizer(new Remembering(), job, this::shows, most, stop)
        .minimize(failing.choices())
        .schedule();
  }

  /** Does each schedule once, and ends nothing: the minimizer asks itself whether to stop. */
  private final class Remembering implements Worker {
    @Override
    public Result run(Job wanted) throws WorkerException {
      Result known = tried.get(wanted.schedule());
      if (known != null) {
        return known;
      }
      executions++;
      Result run = workers.getFirst().run(wanted);
      if (!(run.exit() instanceof Exit.Canceled)) {
        tried.put(wanted.schedule(), run);
      }
      return run;
    }

    @Override
    public void close() {
      // The workers are those of the caller.
    }
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
  Result tried(Schedule schedule) throws WorkerException, SpentException {
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

  /** How many executions run next to each other. */
  int atOnce() {
    return disturbed ? 1 : workers.size();
  }

  /**
   * Tries as many of these as there are workers for, so that asking for them takes no more time.
   */
  void ahead(List<? extends Schedule> schedules) throws WorkerException, SpentException {
    List<Schedule> some =
        schedules.stream()
            .filter(schedule -> !tried.containsKey(schedule))
            .limit(Math.min(atOnce(), most - tried.size()))
            .map(Schedule.class::cast)
            .toList();
    List<Result> runs = run(some);
    for (int i = 0; i < some.size(); i++) {
      tried.put(some.get(i), runs.get(i));
    }
  }

  /** A schedule, and what is expected of each of its replays. */
  record Expected(Schedule schedule, Predicate<Result> holds) {}

  /**
   * Whether all replays are as expected. The first that is not ends it, so that what is likelier to
   * fail should come early. An execution that was tried is the first of its replays.
   */
  boolean hold(List<Expected> replays) throws WorkerException, SpentException {
    Map<Schedule, Result> known = new HashMap<>(tried);
    List<Expected> left = new ArrayList<>();
    for (Expected replay : replays) {
      Result run = known.remove(replay.schedule());
      if (run == null) {
        left.add(replay);
      } else if (!replay.holds().test(run)) {
        return false;
      }
    }
    int next = 0;
    while (next < left.size()) {
      List<Expected> some = left.subList(next, Math.min(next + atOnce(), left.size()));
      List<Result> runs = run(some.stream().map(Expected::schedule).toList());
      for (int i = 0; i < some.size(); i++) {
        if (!some.get(i).holds().test(runs.get(i))) {
          return false;
        }
      }
      next += some.size();
    }
    return true;
  }

  /**
   * Whether each replay of one schedule shows the finding, and the test passes in each of another.
   */
  boolean holdBoth(Schedule shows, Schedule passes) throws WorkerException, SpentException {
    List<Expected> replays = new ArrayList<>();
    for (int i = 0; i < REPLAYS; i++) {
      replays.add(new Expected(passes, this::passes));
      replays.add(new Expected(shows, this::shows));
    }
    return hold(replays);
  }

  Result run(Schedule schedule) throws WorkerException, SpentException {
    return run(List.of(schedule)).getFirst();
  }

  /** A run of which the events are wanted in words. */
  Result inWords(Schedule schedule) throws WorkerException, SpentException {
    if (stop.getAsBoolean()) {
      throw new SpentException();
    }
    executions++;
    return workers.getFirst().run(job.with(schedule).with(Detail.WORDS));
  }

  /** Runs schedules at once, no more than there are workers. */
  private List<Result> run(List<Schedule> schedules) throws WorkerException, SpentException {
    if (stop.getAsBoolean()) {
      throw new SpentException();
    }
    executions += schedules.size();
    List<Result> runs = new ArrayList<>();
    try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Result>> more = new ArrayList<>();
      for (int i = 1; i < schedules.size(); i++) {
        Worker worker = workers.get(i);
        Job next = job.with(schedules.get(i));
        more.add(others.submit(() -> worker.run(next)));
      }
      if (!schedules.isEmpty()) {
        runs.add(workers.getFirst().run(job.with(schedules.getFirst())));
      }
      for (Future<Result> run : more) {
        runs.add(run.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WorkerException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SpentException();
    }
    if (runs.stream().anyMatch(run -> run.exit() instanceof Exit.Canceled)) {
      throw new SpentException();
    }
    return runs.size() > 1 ? undisturbed(schedules, runs) : runs;
  }

  /**
   * The runs, with those repeated alone that failed otherwise: tests may need the same port, or the
   * same file. If one passes alone, or shows the finding, none runs next to others any more.
   */
  private List<Result> undisturbed(List<Schedule> schedules, List<Result> runs)
      throws WorkerException, SpentException {
    List<Result> alone = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Result run = runs.get(i);
      if (isOtherFailure(run)) {
        run = run(schedules.get(i));
        disturbed |= !isOtherFailure(run);
      }
      alone.add(run);
    }
    return alone;
  }

  private boolean isOtherFailure(Result run) {
    return !passes(run) && !shows(run);
  }
}
