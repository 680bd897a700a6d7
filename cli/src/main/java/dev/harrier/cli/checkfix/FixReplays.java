package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.transfer.CauseTrial;
import dev.harrier.explore.transfer.PlanTransfer;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Runs the changed program by itself, under the schedule that showed the finding, and with the
 * operations of its cause in the other order.
 */
final class FixReplays {
  private static final int REPLAYS = 10;

  /** A test that fails so often in the default order is taken for one that always does. */
  private static final int ORDINARY = 2;

  static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));

  private final Worker worker;
  private final KnownFindings known;
  private final Finding sought;
  private final ReplayCodes codes;
  private final BooleanSupplier stop;
  private final Duration most;
  private Optional<Finding> shown = Optional.empty();
  private Optional<FixCheck.Replay> replay = Optional.empty();
  private Optional<FixCheck.AtCause> atCause = Optional.empty();
  private long executions;
  private long events;

  /**
   * @param codes makes the replay string of what is shown
   * @param most time for the replays of a schedule, and again for executions directed at the cause;
   *     one replay is done in any case
   */
  FixReplays(
      Worker worker,
      KnownFindings known,
      Finding sought,
      ReplayCodes codes,
      BooleanSupplier stop,
      Duration most) {
    this.worker = worker;
    this.known = known;
    this.sought = sought;
    this.codes = codes;
    this.stop = stop;
    this.most = most;
  }

  /** The finding, if an execution shows it. */
  Optional<Finding> shown() {
    return shown;
  }

  Optional<FixCheck.Replay> replay() {
    return replay;
  }

  Optional<FixCheck.AtCause> atCause() {
    return atCause;
  }

  long executions() {
    return executions;
  }

  long events() {
    return events;
  }

  /** Whether the test fails without any schedule, and shows nothing. */
  Optional<FixVerdict> ordinary(Target changed, Schedule.Controlled schedule)
      throws WorkerException {
    String detail = "";
    for (int i = 0; i < ORDINARY; i++) {
      Result result = run(new Job(changed, schedule.inDefaultOrder(), LIMITS, Detail.FINDINGS));
      boolean passed = result.exit().equals(new Exit.Exited(0)) && result.failedTests().isEmpty();
      boolean seen =
          result.findings().stream()
              .anyMatch(f -> f.strength() == Strength.OBSERVED && !isFailure(f));
      if (passed || seen || result.exit() instanceof Exit.Canceled) {
        return Optional.empty();
      }
      detail =
          result
              .output()
              .lines()
              .map(String::strip)
              .filter(l -> l.contains(".go:"))
              .findFirst()
              .orElse("");
    }
    return Optional.of(new FixVerdict.ProgramFails(FixVerdict.Failure.TEST_FAILS, detail));
  }

  private static boolean isFailure(Finding finding) {
    return finding.defect() instanceof Defect.TestFailed;
  }

  /** Whether the time of what begins now is over. */
  private BooleanSupplier over() {
    long begun = System.nanoTime();
    return () -> System.nanoTime() - begun > most.toNanos();
  }

  private Result run(Job job) throws WorkerException {
    Result result = worker.run(job);
    executions++;
    events += result.events();
    return result;
  }

  /**
   * The schedule, with each decision at the same operation of the changed program.
   *
   * @param old the target before the change, if its program is there
   */
  void replay(Optional<Target> old, Target changed, Schedule.Controlled schedule)
      throws WorkerException {
    Job job = new Job(changed, schedule, LIMITS, Detail.WORDS);
    PlanTransfer.Transferred carried =
        old.isEmpty()
            ? new PlanTransfer.Transferred(schedule, Map.of(), schedule.plan().entries().size())
            : new PlanTransfer(worker, stop)
                .transfer(new Job(old.get(), schedule, LIMITS, Detail.FINDINGS), job, schedule);
    int runs = 0;
    int seen = 0;
    BooleanSupplier over = over();
    while (runs < REPLAYS && !stop.getAsBoolean() && (runs == 0 || !over.getAsBoolean())) {
      Result result = run(job.with(carried.schedule()));
      if (result.exit() instanceof Exit.Canceled) {
        break;
      }
      runs++;
      Optional<Finding> again =
          result.findings().stream()
              .map(finding -> Replay.judge(finding, result))
              .filter(known::isSought)
              .findFirst();
      seen += again.isPresent() ? 1 : 0;
      shown = again.or(() -> shown);
    }
    replay =
        Optional.of(
            new FixCheck.Replay(carried.matched(), carried.decisions(), old.isEmpty(), seen, runs));
    Witness.Reproduction rate = new Witness.Reproduction(seen, runs);
    shown = shown.map(finding -> finding.with(witness(changed, carried, finding, rate)));
  }

  /** Whether what decided can still happen. */
  void direct(Target old, Target changed, Schedule.Controlled schedule) throws WorkerException {
    if (!(sought.witness().cause().orElse(null) instanceof Cause.Orders orders)) {
      return;
    }
    BooleanSupplier over = over();
    CauseTrial trial =
        new CauseTrial(worker, () -> stop.getAsBoolean() || over.getAsBoolean(), this::directed);
    atCause =
        trial.of(
            new Job(old, schedule, LIMITS, Detail.FINDINGS),
            new Job(changed, schedule, LIMITS, Detail.WORDS),
            schedule,
            orders);
  }

  private void directed(Result result) {
    executions++;
    events += result.events();
    shown =
        shown.or(() ->
            result.findings().stream()
                .map(finding -> Replay.judge(finding, result))
                .filter(known::isSought)
                .findFirst());
  }

  private Witness witness(
      Target changed,
      PlanTransfer.Transferred carried,
      Finding finding,
      Witness.Reproduction rate) {
    return new Witness(
        new Rerun.ReplayStored(finding.fingerprint().substring(0, 8)),
        Optional.of(codes.of(changed, carried.schedule(), finding.fingerprint()).toString()),
        Optional.of(rate),
        finding.witness().interleaving(),
        Optional.empty(),
        Optional.empty());
  }
}
