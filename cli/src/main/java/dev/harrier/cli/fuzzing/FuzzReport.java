package dev.harrier.cli.fuzzing;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.cli.exploring.Contrasts;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.FailingTest;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What one exploration found, as a report. */
final class FuzzReport {
  private final FuzzJob job;
  private final Purpose purpose;
  private final ReplayCodes codes;
  private final SuppressionFilter suppressions;
  private final Preparation preparation;
  private final RunRecord header;
  private final BooleanSupplier isInterrupted;

  /**
   * @param codes makes the replay strings of findings
   * @param header of the run
   */
  FuzzReport(
      FuzzJob job,
      Purpose purpose,
      ReplayCodes codes,
      SuppressionFilter suppressions,
      Preparation preparation,
      RunRecord header,
      BooleanSupplier isInterrupted) {
    this.job = job;
    this.purpose = purpose;
    this.codes = codes;
    this.suppressions = suppressions;
    this.preparation = preparation;
    this.header = header;
    this.isInterrupted = isInterrupted;
  }

  private RunOutcome nothing() {
    if (isInterrupted.getAsBoolean()) {
      return new RunOutcome.Interrupted();
    }
    return isPartlyUnbuilt()
        ? new RunOutcome.TargetFailed(1, new TargetFailure.NothingToRun())
        : new RunOutcome.Passed();
  }

  private boolean isPartlyUnbuilt() {
    return !preparation.failures().isEmpty() || purpose.isPartlyUnbuilt();
  }

  /** The report where there is nothing to explore. */
  RunReport ofNothing(List<Remark> leftOut) {
    RunOutcome outcome = nothing();
    List<Remark> remarks = new ArrayList<>();
    if (outcome instanceof RunOutcome.Passed) {
      remarks.add(purpose.without(job.selection()));
    }
    remarks.addAll(leftOut);
    remarks.addAll(purpose.remarks(List.of()));
    RunRecord.Ending end =
        new RunRecord.Ending(
            Duration.between(header.started(), Instant.now()),
            outcome,
            new RunRecord.Basis.Traces(0, 0),
            List.of(),
            remarks);
    return new RunReport(header.ended(end), List.of());
  }

  /**
   * The report of an exploration.
   *
   * @param lost why it could not continue, if it could not
   * @param contrasts runs without a finding, by its fingerprint
   */
  RunReport of(
      Outcome outcome,
      Optional<String> lost,
      Explored explored,
      Map<String, Contrast> contrasts,
      List<Remark> more) {
    SuppressionFilter.Filtered before = found(outcome);
    SuppressionFilter.Filtered filtered =
        suppressions.again(before, Folding.fold(purpose.simplified(before.kept())));
    List<Remark> remarks = new ArrayList<>(filtered.remarks());
    remarks.addAll(purpose.remarks(filtered.kept()));
    remarks.addAll(more);
    RunRecord.Ending end =
        new RunRecord.Ending(
            Duration.between(header.started(), Instant.now()),
            runOutcome(outcome, lost),
            RunRecord.Basis.Traces.of(outcome.processes(), outcome.events()),
            outcome.gaps(),
            remarks,
            explored);
    return new RunReport(header.ended(end), Contrasts.given(filtered.kept(), contrasts));
  }

  /** The findings until now. */
  SuppressionFilter.Filtered found(Outcome outcome) {
    List<Finding> findings = new ArrayList<>(outcome.unproved());
    outcome.discoveries().forEach(d -> findings.add(witnessed(d)));
    return suppressions.apply(Folding.fold(purpose.judged(findings)));
  }

  private RunOutcome runOutcome(Outcome outcome, Optional<String> lost) {
    if (lost.isPresent()) {
      return stopped(lost.get());
    }
    if (outcome.executions() == 0 && !outcome.unrunnable().isEmpty()) {
      return stopped(outcome.unrunnable().getFirst());
    }
    if (isInterrupted.getAsBoolean()) {
      return new RunOutcome.Interrupted();
    }
    if (isPartlyUnbuilt()) {
      return new RunOutcome.TargetFailed(1, new TargetFailure.PartlyBuilt());
    }
    if (!purpose.failuresCount()) {
      return new RunOutcome.Passed();
    }
    List<FailingTest> failing =
        outcome.failing().stream().filter(f -> !f.onlyWithEarlyTimers()).toList();
    if (!outcome.panicking().isEmpty()) {
      return new RunOutcome.TargetFailed(1, new TargetFailure.AlwaysPanicked(outcome.panicking()));
    }
    if (!failing.isEmpty()) {
      return new RunOutcome.TargetFailed(1, FailureNotes.failed(failing));
    }
    return new RunOutcome.Passed();
  }

  private static RunOutcome stopped(String why) {
    return new RunOutcome.ToolFailed(new ToolFailure.Stopped(why));
  }

  /** The finding of a discovery, with the ways to see it again. */
  Finding witnessed(Discovery discovery) {
    Finding reported = discovery.reported();
    return reported.with(Witnesses.of(codes, discovery, reported.fingerprint()));
  }
}
