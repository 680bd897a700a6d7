package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import java.util.List;
import java.util.stream.Collectors;

/** How a program failed, or Harrier, in a sentence. */
public final class OutcomeWords {
  private OutcomeWords() {}

  /** The sentence of a failure. */
  public static String of(TargetFailure failure) {
    return switch (failure) {
      case TargetFailure.DoesNotBuild _ ->
          "the code under test does not build; see go's messages above";
      case TargetFailure.RejectedByVet _ ->
          "go vet, which go test runs before the tests, rejects the code under test; see its messages above, or leave it out with -vet=off";
      case TargetFailure.OutputLost _ ->
          "the run failed, and part of its output could not be written";
      case TargetFailure.TestsFailed _ -> "the tests failed";
      case TargetFailure.NothingToRun _ ->
          "no test binary could be built, or none could list its tests; see the messages above";
      case TargetFailure.PartlyBuilt _ ->
          "part of the code under test does not build, or does not list its tests";
      case TargetFailure.AlwaysPanicked(List<String> tests) ->
          Remarks.named(tests) + " panicked every time, whatever the schedule";
      case TargetFailure.AlwaysFailed(List<TargetFailure.Executed> tests) ->
          Remarks.named(
              tests.stream()
                  .map(one ->
                      "%s failed in all %,d executions".formatted(one.test(), one.executions()))
                  .toList());
      case TargetFailure.SometimesFailed(List<String> tests) ->
          Remarks.named(tests) + " failed under some schedules, without a finding";
      case TargetFailure.NotAnalyzed(long problems) ->
          "not every package was analyzed: " + Plurals.count(problems, "problem");
      case TargetFailure.EndedBySignal(long signal) -> "the program was ended by signal " + signal;
      case TargetFailure.EndedWithStatus(long status) -> "the program ended with status " + status;
      case TargetFailure.ProcessEnded(long status) -> "a process ended with status " + status;
      case TargetFailure.ReplaysFailed(String test, long shown, long runs) ->
          "%s failed in %,d of %,d runs".formatted(test, shown, runs);
      case TargetFailure.NotJudged _ -> "the changed code can't be judged";
      case TargetFailure.Of(String source, TargetFailure inner) -> source + ": " + of(inner);
    };
  }

  /** The sentence of a failure of Harrier: what happened, and what to do next. */
  public static String of(ToolFailure failure) {
    return switch (failure) {
      case ToolFailure.HooksDoNotCompile(String go) ->
          "the standard library of Go %s does not compile with Harrier's hooks in it (see go's messages above); 'harrier doctor' tries it by itself, and 'harrier trace' needs no hooks"
              .formatted(go);
      case ToolFailure.NoTrace(long pid, String directory) ->
          "process %d ran a test binary and left no trace in %s: it ended before Go's runtime was up, or the disk is full or read-only"
              .formatted(pid, directory);
      case ToolFailure.OtherOverlay(long pid) ->
          "process %d was built with another overlay than the one prepared for this run: something else decides which files go build reads, such as -toolexec or a wrapper of go"
              .formatted(pid);
      case ToolFailure.FunctionsNotAnalyzed(List<ToolFailure.Unanalyzed> functions) ->
          "not every function was analyzed (%s); please report this"
              .formatted(
                  functions.stream()
                      .map(f -> "%s: not analyzed: %s".formatted(f.function(), f.cause()))
                      .collect(Collectors.joining("; ")));
      case ToolFailure.FindingsLost(long findings) ->
          "the campaign's server has lost or damaged what it kept of %s; the workers that found them have them in their own reports"
              .formatted(Plurals.count(findings, "finding"));
      case ToolFailure.Stopped(String why) -> why;
    };
  }
}
