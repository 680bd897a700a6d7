package dev.harrier.explore.replay;

import dev.harrier.explore.canon.CanonicalTrace;
import dev.harrier.explore.computing.Slowness;
import dev.harrier.explore.fault.Faults;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Runs one schedule several times and judges whether the finding, or the failure, came again. */
public final class Replay {
  private final Worker worker;
  private final Job job;
  private final String fingerprint;
  private final BiFunction<Finding, Result, Finding> judge;
  private final BooleanSupplier stop;

  /**
   * @param judge what a finding is worth that a run shows
   * @param stop asked before each run whether to leave it at that
   */
  public Replay(
      Worker worker,
      Job job,
      String fingerprint,
      BiFunction<Finding, Result, Finding> judge,
      BooleanSupplier stop) {
    this.worker = worker;
    this.job = job;
    this.fingerprint = fingerprint;
    this.judge = judge;
    this.stop = stop;
  }

  /**
   * The finding with the doubts that this run raises: how much scheduling delay its schedule
   * assumes, and which connections fail.
   */
  public static Finding judge(Finding finding, Result run) {
    return Faults.judge(run.observations().of(Slowness.OBSERVED).judge(finding), run);
  }

  /**
   * What came of it.
   *
   * @param runs that were done
   * @param shown how many of them showed the finding
   * @param equal how many of those that were compared had the same canonical trace as the first
   * @param finding as the last run that showed it has it; none for a failure
   * @param output the last lines of the last run that failed
   * @param divergence of the first run that had another one
   * @param events of all runs
   * @param watchdog in how many runs a goroutine had to be stopped by the clock
   * @param missed in how many runs a decision of the plan could not be taken
   */
  public record Outcome(
      int runs,
      int shown,
      int equal,
      Optional<Finding> finding,
      String output,
      Optional<Divergence> divergence,
      long events,
      int watchdog,
      int missed) {
    /** The same with more known of the way to the finding. */
    public Outcome with(UnaryOperator<Witness> more) {
      return new Outcome(
          runs,
          shown,
          equal,
          finding.map(f -> f.with(more.apply(f.witness()))),
          output,
          divergence,
          events,
          watchdog,
          missed);
    }
  }

  /** Does {@code runs} runs, and compares them. */
  public Outcome run(int runs) throws WorkerException {
    return run(runs, false);
  }

  /**
   * Does {@code runs} runs to see how many show the finding. Those after the first one that does
   * are not read any further, and not compared.
   */
  public Outcome count(int runs) throws WorkerException {
    return run(runs, true);
  }

  private Outcome run(int runs, boolean counting) throws WorkerException {
    int done = 0;
    int shown = 0;
    int equal = 0;
    int watchdog = 0;
    int missed = 0;
    Optional<Finding> finding = Optional.empty();
    String output = "";
    Optional<CanonicalTrace> first = Optional.empty();
    Optional<Divergence> divergence = Optional.empty();
    long events = 0;
    while (done < runs && !stop.getAsBoolean()) {
      boolean known = counting && finding.isPresent();
      Result result = worker.run(known ? job.with(Detail.FINDINGS) : job);
      if (result.processes() == 0) {
        break; // It was canceled.
      }
      done++;
      events += result.events();
      output = result.output().isEmpty() ? output : result.output();
      if (fingerprint.equals(ReplayCode.FAILURE)) {
        shown += result.failedTests().isEmpty() ? 0 : 1;
      } else if (result.shows(fingerprint)) {
        shown++;
        finding = known ? finding : finding(result);
      }
      if (result.canonical().isPresent()) {
        CanonicalTrace trace = result.canonical().get();
        if (first.isEmpty()) {
          first = Optional.of(trace);
        }
        OptionalInt difference = first.get().firstDifference(trace);
        if (difference.isEmpty()) {
          equal++;
        } else if (divergence.isEmpty()) {
          divergence = Optional.of(Divergence.of(done, first.get(), trace, difference.getAsInt()));
        }
      }
      watchdog += has(result, ChoiceKind.WATCHDOG);
      missed += has(result, ChoiceKind.MISSED);
    }
    return new Outcome(done, shown, equal, finding, output, divergence, events, watchdog, missed);
  }

  private Optional<Finding> finding(Result result) {
    return result.findings().stream()
        .filter(f -> f.fingerprint().equals(fingerprint))
        .findFirst()
        .map(f -> judge.apply(f, result));
  }

  private static int has(Result result, ChoiceKind kind) {
    return result.choices().stream().map(Event.Choice::kind).anyMatch(kind::equals) ? 1 : 0;
  }
}
