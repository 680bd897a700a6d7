package dev.harrier.cli.fuzzing;

import dev.harrier.cli.output.SourceDetails;
import dev.harrier.explore.loop.Exploration;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.loop.ProgressReport;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Keeps in the store, once a second and when it has changed, how far an exploration is and what it
 * has found, failing tests without a finding among it: {@code harrier ui} shows it, and a run that
 * is killed loses none of it. A store that can't be written is no concern here: the end of the run
 * says so.
 */
final class RunningRecord implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1000;

  private final RunDirectory directory;
  private final RunRecord header;
  private final Exploration exploration;
  private final Function<Outcome, List<Finding>> findings;
  private final UnaryOperator<RunReport> allowed;
  private final Thread thread;
  private List<Finding> kept = List.of();

  private RunningRecord(
      RunDirectory directory,
      RunRecord header,
      Exploration exploration,
      Function<Outcome, List<Finding>> findings,
      UnaryOperator<RunReport> allowed) {
    this.directory = directory;
    this.header = header;
    this.exploration = exploration;
    this.findings = findings;
    this.allowed = allowed;
    this.thread = Thread.ofVirtual().name("running-record").unstarted(this::keep);
  }

  /**
   * Starts it.
   *
   * @param findings those of an outcome, as the report will show them
   * @param allowed what may be kept of a report
   */
  static RunningRecord begin(
      RunDirectory directory,
      RunRecord header,
      Exploration exploration,
      Function<Outcome, List<Finding>> findings,
      UnaryOperator<RunReport> allowed) {
    RunningRecord record = new RunningRecord(directory, header, exploration, findings, allowed);
    record.thread.start();
    return record;
  }

  private void keep() {
    try {
      while (true) {
        ProgressReport now = exploration.progress();
        Outcome outcome = exploration.soFar();
        List<ProgressFigure> status = new ArrayList<>(now.status());
        status.addAll(FailureNotes.soFar(outcome.failing()));
        directory.save(
            new RunProgress(
                now.elapsed().toMillis(),
                now.executions(),
                now.openTargets(),
                status,
                now.current()));
        List<Finding> found = findings.apply(outcome);
        if (!found.equals(kept)) {
          directory.saveFound(allowed.apply(SourceDetails.NONE.in(new RunReport(header, found))));
          kept = found;
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException | StoreException.Unwritable e) {
      // That is how it ends, unless the disk is full.
    }
  }

  /** Keeps nothing from here on. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
