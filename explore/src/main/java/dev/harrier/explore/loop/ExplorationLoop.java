package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.loop.Assignments.Assignment;
import dev.harrier.explore.observe.Carriers;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One exploration of a list of targets. */
public final class ExplorationLoop {
  /** Replays that measure how reliably a schedule shows its finding. */
  private static final int REPLAYS = 10;

  private static final long KEEP_NANOS = 2_000_000_000;

  /** How often a waiting worker looks whether the time is over. */
  private static final long PAUSE_MILLIS = 100;

  private final List<TargetState> targets;
  private final Guide guide;
  private final Memory memory;
  private final Budget budget;
  private final Interest interest;
  private final Prover prover;
  private final Assignments assignments;
  private final TestIsolation isolation = new TestIsolation();
  private final Discoveries discoveries;
  private final List<String> unrunnable = new ArrayList<>();
  private Timetable timetable;
  private int workers = 1;
  private long executions;
  private long processes;
  private long events;
  private long proving;
  private boolean stopped;
  private boolean canceled;
  private Optional<Throwable> failure = Optional.empty();
  private long keptAt = System.nanoTime();

  /**
   * @param earlier what the same exploration discovered before: what has its proof is already known
   */
  public ExplorationLoop(
      List<Target> targets,
      Guide guide,
      Memory memory,
      Budget budget,
      Limits limits,
      List<Discovery> earlier) {
    this(targets, guide, memory, budget, limits, earlier, Interest.ALL);
  }

  /**
   * @param earlier what the same exploration discovered before: what has its proof is already known
   * @param interest in findings; the schedules of those that may not fail the run are replayed as
   *     they were found
   */
  public ExplorationLoop(
      List<Target> targets,
      Guide guide,
      Memory memory,
      Budget budget,
      Limits limits,
      List<Discovery> earlier,
      Interest interest) {
    this.interest = interest;
    this.discoveries = new Discoveries(earlier, interest::worth);
    this.targets =
        targets.stream()
            .map(t -> new TargetState(t, memory.executions(t), memory.schedules(t)))
            .toList();
    this.memory = memory;
    this.guide = guide;
    this.budget = budget;
    this.timetable = new Timetable(budget.time());
    this.prover = new Prover(this, limits, interest::mayFail, budget.minimizing(), REPLAYS);
    this.assignments = new Assignments(this.targets, guide, budget, limits, isolation);
  }

  /**
   * Explores until the budget is spent or {@link #stop} is called.
   *
   * @param workers how many at once
   * @param workerFactory makes a worker
   * @throws InterruptedException if this thread was interrupted; then the workers start no more
   * @throws IllegalStateException if a worker failed for a reason of Harrier's own
   */
  public Outcome run(int workers, Supplier<? extends Worker> workerFactory)
      throws InterruptedException {
    synchronized (this) {
      timetable = new Timetable(budget.time());
      this.workers = workers;
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      threads.add(Thread.ofPlatform().name("worker-" + i).start(() -> work(workerFactory)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      stop();
      throw e;
    }
    failure.ifPresent(e -> {
      throw new IllegalStateException("a worker failed", e);
    });
    synchronized (this) {
      // These can no longer be attributed to one test.
      assignments
          .doubtful()
          .forEach(d -> d.assignment().state().learn(d.assignment().job().schedule(), d.result()));
      keep();
      return outcome();
    }
  }

  /** Lets the executions that run end and starts no more, of whatever kind. */
  public synchronized void stop() {
    stopped = true;
    canceled = true;
  }

  synchronized boolean isCanceled() {
    return canceled;
  }

  /** How far it is. */
  public synchronized ProgressReport progress() {
    int open = (int) targets.stream().filter(TargetState::isOpen).count();
    return new ProgressReport(
        timetable.elapsed(),
        executions,
        discoveries.size(),
        open,
        guide.status(),
        assignments.current());
  }

  private void work(Supplier<? extends Worker> workerFactory) {
    try (Worker worker = workerFactory.get()) {
      for (Optional<Assignment> next = next(); next.isPresent(); next = next()) {
        Assignment assignment = next.get();
        try {
          long start = System.nanoTime();
          Result result = worker.run(assignment.job());
          List<Discovery> discoveries = learn(assignment, result);
          took(assignment.state(), Duration.ofNanos(System.nanoTime() - start));
          for (Discovery discovery : discoveries) {
            if (interest.isProved(discovery.finding())) {
              prover.prove(worker, assignment, result, discovery);
            }
          }
        } catch (WorkerException e) {
          giveUp(assignment.state(), String.valueOf(e.getMessage()));
        } finally {
          end(assignment);
        }
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** How many runs in the default order say whether a test fails there. */
  synchronized int runsInOrder(TargetState state, int replays) {
    return state.failures().runsInOrder(replays);
  }

  /** A schedule under which a test passes, if one was seen. */
  synchronized Optional<Schedule.Controlled> passing(TargetState state) {
    return state.failures().passing();
  }

  /**
   * Whether a test passes without its schedule; else what it shows is for the note about failures.
   */
  synchronized boolean passes(Discovery discovery, TargetState state, OrdinaryRuns runs) {
    proving += runs.all();
    if (!runs.fail()) {
      return true;
    }
    if (runs.inOrder() > 0) {
      state.failures().failsAnyway(runs.isOpen());
    }
    discoveries.forgetUnproved(discovery);
    return false;
  }

  /** Whether a panic is to be looked for without a schedule before it may fail the run. */
  synchronized boolean isToRunWithout(Finding finding, TargetState state) {
    return !interest.knowsOrdinaryRuns() && state.isToRunWithout(finding);
  }

  /**
   * Takes in how many runs without a schedule ended in a panic; 0 if one of {@code all} did not.
   */
  synchronized void panicked(Finding panic, TargetState state, int runs, int all) {
    proving += all;
    state.panicked(panic, runs);
  }

  private synchronized void took(TargetState state, Duration time) {
    state.took(time);
  }

  synchronized void disturbs(Assignment assignment) {
    isolation.disturbsOthers(assignment.member());
  }

  /** Waits until no other test of its program runs; false if none did, or there is no time. */
  synchronized boolean isAlone(Assignment assignment) {
    if (!isolation.hadSiblings(assignment.member())) {
      return false;
    }
    BooleanSupplier late = timetable.proof();
    while (!isolation.isAlone(assignment.member())) {
      if (canceled || late.getAsBoolean()) {
        return false;
      }
      try {
        wait(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Whether a finding may be simplified that needs timers before their time. */
  synchronized boolean hasTimeForDoubtful() {
    return timetable.hasTimeForDoubtful(workers);
  }

  synchronized void spentOnDoubtful(Duration spent) {
    timetable.spentOnDoubtful(spent);
  }

  synchronized Timetable timetable() {
    return timetable;
  }

  /**
   * An error of Harrier's own, or of the JVM's, ends everything: it must not look like an
   * exploration without findings.
   */
  private synchronized void fail(Throwable e) {
    failure = Optional.of(failure.orElse(e));
    stop();
  }

  /** Waits while there is something to do that must not run next to what runs now. */
  private synchronized Optional<Assignment> next() {
    while (!(stopped || assignments.areSpent() || timetable.isOver())) {
      Optional<Assignment> next = assignments.next(timetable, workers);
      if (next.isPresent() || assignments.areOver()) {
        return next;
      }
      try {
        wait(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private synchronized void end(Assignment assignment) {
    isolation.leave(assignment.member());
    notifyAll();
  }

  private synchronized void giveUp(TargetState state, String why) {
    state.giveUp(why);
    unrunnable.add(why);
  }

  /**
   * Takes in a result, and returns what it showed for the first time, or what no schedule showed
   * every time yet.
   */
  private synchronized List<Discovery> learn(Assignment assignment, Result result) {
    if (result.exit() instanceof Exit.Canceled) {
      stopped = true;
      return List.of();
    }
    executions++;
    processes += result.processes();
    events += result.events();
    boolean disturbed = result.addressInUse() && isolation.disturbed(assignment.member());
    boolean failed = !result.failedTests().isEmpty();
    isolation.settle(assignment.member(), failed);
    if (!disturbed
        && failed
        && assignment.job().schedule() instanceof Schedule.Controlled
        && isolation.isDoubtful(assignment.member())) {
      assignments.repeatLater(assignment, result);
      return List.of();
    }
    if (!disturbed) {
      assignment
          .state()
          .learn(
              assignment.job().schedule(),
              result,
              assignment.job().limits().share(),
              timetable.mostOfOne(),
              timetable.isOver());
    }
    if (guide.learn(assignment.job().target(), assignment.job().schedule(), result) && !disturbed) {
      assignment.state().brought();
      memory.brought(assignment.job().target(), assignment.job().schedule());
    }
    stopped |= guide.isSatisfied();
    if (System.nanoTime() - keptAt > KEEP_NANOS) {
      keep();
    }
    return disturbed
        ? List.of()
        : discoveries.learn(
            assignment.job(),
            assignment.number(),
            result,
            finding ->
                !OrdinaryRuns.decide(finding)
                    || (budget.failures()
                        && assignment.state().failures().isToExplain(finding, result, interest)),
            guide::seeks,
            timetable.hasTimeForDoubtful(workers));
  }

  private void keep() {
    keptAt = System.nanoTime();
    for (TargetState state : targets) {
      state.unkept().ifPresent(executions -> memory.progress(state.target(), executions));
    }
    guide.keep();
  }

  synchronized void learn(Discovery discovery, ReplayProof proof) {
    proving += proof.executions();
    if (discoveries.isImproved(discovery, proof)) {
      memory.found(discovery.target(), proof.schedule(), discovery.finding().fingerprint());
    }
    Discovery best = judged(discoveries.latest(discovery));
    if (best.reported().strength().isProven() && interest.suffices(best.reported())) {
      state(best.target()).ifPresent(state -> state.found(best.execution()));
      stopped |= budget.ends(Budget.End.FIRST_FINDING);
    }
  }

  /** The result until now. */
  synchronized Outcome outcome() {
    List<Discovery> judged = discoveries.findings().map(this::judged).toList();
    Set<Target> explained =
        judged.stream()
            .filter(d -> OrdinaryRuns.decide(d.finding()))
            .map(Discovery::target)
            .collect(Collectors.toSet());
    Outcome outcome =
        new Outcome(
            timetable.elapsed(),
            executions,
            processes,
            events,
            proving,
            judged,
            discoveries.unproved(),
            List.of(),
            targets.stream()
                .map(TargetState::target)
                .filter(guide::isComplete)
                .collect(Collectors.toSet()),
            targets.stream()
                .map(TargetState::target)
                .filter(target -> !guide.inputs(target).isEmpty())
                .collect(Collectors.toMap(target -> target, guide::inputs)),
            targets.stream()
                .filter(state -> !state.carriers().equals(Carriers.NONE))
                .collect(Collectors.toMap(TargetState::target, TargetState::carriers)),
            firstFindings(Discovery.proven(judged)),
            novelty(),
            targets.stream().flatMap(state -> state.gaps().stream()).toList(),
            isolation.remarks(),
            unrunnable,
            targets.stream()
                .filter(state -> !explained.contains(state.target()))
                .flatMap(state -> state.failing().stream())
                .toList(),
            targets.stream()
                .filter(TargetState::alwaysPanics)
                .map(s -> s.target().shown())
                .toList());
    return outcome.tried(guide);
  }

  private Explored.Novelty novelty() {
    List<Novelty> open =
        targets.stream()
            .filter(state -> state.isExplorable() && !guide.isComplete(state.target()))
            .map(TargetState::novelty)
            .toList();
    List<Novelty> rest = open.stream().filter(test -> !test.isExhausted()).toList();
    double chance = rest.stream().mapToDouble(Novelty::chance).average().orElse(0);
    return new Explored.Novelty(
        open.size() - rest.size(), rest.size(), Math.round(chance * 1_000_000));
  }

  private Discovery judged(Discovery discovery) {
    return state(discovery.target())
        .filter(_ -> !interest.knowsOrdinaryRuns())
        .map(state -> discovery.judgedBy(state::judge))
        .orElse(discovery);
  }

  /** Empty for a target that is another worker's of a campaign. */
  private Optional<TargetState> state(Target target) {
    return targets.stream().filter(state -> state.target().equals(target)).findFirst();
  }

  private List<Explored.FirstFinding> firstFindings(Set<Target> proven) {
    return targets.stream()
        .filter(state -> proven.contains(state.target()))
        .flatMap(state -> state.firstFinding().stream())
        .toList();
  }
}
