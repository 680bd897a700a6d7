package dev.harrier.cli.merge;

import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How several runs ended, taken as one. */
final class RunEndings {
  private RunEndings() {}

  private static Optional<RunRecord.Ending> ending(RunReport report) {
    return report.run().ending();
  }

  /** The worst of them; it says which directory it is of. A run that failed is a gap. */
  static RunOutcome outcome(List<MergeSource> sources) {
    return sources.stream()
        .flatMap(source ->
            source.run().flatMap(RunEndings::ending).stream()
                .map(RunRecord.Ending::outcome)
                .filter(outcome -> !(outcome instanceof RunOutcome.ToolFailed))
                .map(outcome -> named(source.name(), outcome)))
        .min(Comparator.comparingInt(RunEndings::rank))
        .orElse(new RunOutcome.Passed());
  }

  private static int rank(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.ToolFailed _ -> 0;
      case RunOutcome.TargetFailed _ -> 1;
      case RunOutcome.TimedOut _ -> 2;
      case RunOutcome.Interrupted _ -> 3;
      case RunOutcome.Passed _ -> 4;
    };
  }

  private static RunOutcome named(String source, RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.TargetFailed(int status, TargetFailure why) ->
          new RunOutcome.TargetFailed(status, new TargetFailure.Of(source, why));
      case RunOutcome.ToolFailed _,
          RunOutcome.TimedOut _,
          RunOutcome.Interrupted _,
          RunOutcome.Passed _ ->
          outcome;
    };
  }

  /** What all of them did not look at. */
  static List<Gap> gaps(List<RunReport> runs) {
    return runs.stream()
        .flatMap(run -> ending(run).stream())
        .map(RunRecord.Ending::gaps)
        .reduce(List.of(), Gap::joined);
  }

  /** What all of them together know besides; coverage is kept by itself. */
  static Explored explored(List<RunReport> runs) {
    return runs.stream()
        .flatMap(run -> ending(run).stream())
        .map(RunRecord.Ending::explored)
        .reduce(Explored.NOTHING, Explored::plus);
  }

  /** All their traces; what was looked at otherwise has no part in an exploration. */
  static RunRecord.Basis basis(List<RunReport> runs) {
    long processes = 0;
    long events = 0;
    for (RunReport run : runs) {
      if (ending(run).map(RunRecord.Ending::basis).orElse(null)
          instanceof RunRecord.Basis.Traces(int some, long more)) {
        processes += some;
        events += more;
      }
    }
    return RunRecord.Basis.Traces.of(processes, events);
  }

  /** What each of them had to say, and which it is. */
  static List<Remark> remarks(List<MergeSource> sources) {
    List<Remark> remarks = new ArrayList<>();
    for (MergeSource source : sources) {
      source
          .run()
          .flatMap(RunEndings::ending)
          .ifPresent(ending ->
              ending
                  .remarks()
                  .forEach(remark -> remarks.add(new Remark.Of(source.name(), remark))));
    }
    return remarks;
  }
}
