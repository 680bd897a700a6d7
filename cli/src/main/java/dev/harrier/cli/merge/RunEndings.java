package dev.harrier.cli.merge;

import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Completeness;
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

  /** The worst of them; it says which directory it is of. */
  static RunOutcome outcome(List<MergeSource> sources) {
    return sources.stream()
        .flatMap(source ->
            source.run().flatMap(RunEndings::ending).stream()
                .map(ending -> named(source.name(), ending.outcome())))
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
      case RunOutcome.ToolFailed(String detail) ->
          new RunOutcome.ToolFailed(source + ": " + detail);
      case RunOutcome.TargetFailed(int status, String detail) ->
          new RunOutcome.TargetFailed(status, source + ": " + detail);
      case RunOutcome.TimedOut _, RunOutcome.Interrupted _, RunOutcome.Passed _ -> outcome;
    };
  }

  /** Whether all of them tell everything. */
  static Completeness completeness(List<RunReport> runs) {
    List<Completeness.Partial> partial =
        runs.stream()
            .flatMap(run -> ending(run).stream())
            .map(RunRecord.Ending::completeness)
            .filter(Completeness.Partial.class::isInstance)
            .map(Completeness.Partial.class::cast)
            .toList();
    return partial.isEmpty()
        ? new Completeness.Whole()
        : new Completeness.Partial(
            partial.getFirst().why(),
            partial.stream().mapToLong(Completeness.Partial::missing).sum());
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
  static List<String> notes(List<MergeSource> sources) {
    List<String> notes = new ArrayList<>();
    for (MergeSource source : sources) {
      source
          .run()
          .flatMap(RunEndings::ending)
          .ifPresent(
              ending -> ending.notes().forEach(note -> notes.add(source.name() + ": " + note)));
    }
    return notes;
  }
}
