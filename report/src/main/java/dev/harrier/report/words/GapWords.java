package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.finding.Limit;
import dev.harrier.report.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was not looked at, in words. */
public final class GapWords {
  private GapWords() {}

  /** A sentence about each gap of a run that has ended. */
  public static List<String> of(RunRecord.Ending ending) {
    return ending.gaps().stream().map(GapWords::of).toList();
  }

  /** A sentence about one of them. */
  public static String of(Gap gap) {
    return switch (gap) {
      case Gap.LostProcess(String why) -> why;
      case Gap.IncompleteTraces(long traces, _, String why, long events) ->
          (traces == 1 ? "" : "%,d processes: ".formatted(traces))
              + why
              + (events == 0 ? "" : ", at least %s lost".formatted(Plurals.count(events, "event")));
      case Gap.LimitedPredictions(Limit limit, long times) -> limited(limit, times);
      case Gap.UnrunTest(_, String why) -> why;
      case Gap.CutExecutions cut -> cut(cut);
      case Gap.LostRun run -> run(run);
      case Gap.UnanalyzedFunctions(long functions) ->
          functions == 0
              ? "interrupted before the packages were loaded: nothing was analyzed"
              : "interrupted before everything was analyzed: %s not analyzed"
                  .formatted(Plurals.count(functions, "function"));
    };
  }

  /** All of them in a few words, for the last line of a report; "" if there are none. */
  public static String inShort(List<Gap> gaps) {
    long processes = gaps.stream().filter(Gap.LostProcess.class::isInstance).count();
    long partial = 0;
    long events = 0;
    long tests = gaps.stream().filter(Gap.UnrunTest.class::isInstance).count();
    long cut = gaps.stream().filter(Gap.CutExecutions.class::isInstance).count();
    long runs = gaps.stream().filter(Gap.LostRun.class::isInstance).count();
    long functions = 0;
    boolean predictions = false;
    for (Gap gap : gaps) {
      switch (gap) {
        case Gap.IncompleteTraces traces -> {
          partial += traces.traces();
          events += traces.events();
        }
        case Gap.UnanalyzedFunctions unanalyzed -> functions += Math.max(1, unanalyzed.functions());
        case Gap.LimitedPredictions _ -> predictions = true;
        case Gap.LostProcess _, Gap.UnrunTest _, Gap.CutExecutions _, Gap.LostRun _ -> {}
      }
    }
    List<String> parts = new ArrayList<>();
    add(parts, runs, "shard lost", "shards lost");
    add(parts, processes, "process lost", "processes lost");
    add(parts, tests, "test not run", "tests not run");
    add(parts, partial, "trace cut", "traces cut");
    add(parts, events, "event lost", "events lost");
    add(parts, cut, "test cut short", "tests cut short");
    add(parts, functions, "function not analyzed", "functions not analyzed");
    if (predictions) {
      parts.add("predictions limited");
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, long number, String one, String many) {
    if (number > 0) {
      parts.add(Plurals.count(number, one, many));
    }
  }

  private static String cut(Gap.CutExecutions cut) {
    String share =
        String.format(Locale.ROOT, "in %,d of %,d executions", cut.executions(), cut.all());
    return switch (cut.shortage()) {
      case TIME_OR_OUTPUT ->
          "%s went over its limit of time or output %s%s"
              .formatted(cut.test(), share, cut.givenUp() ? " and was not explored further" : "");
      case RACE_MEMORY ->
          "the race detector ran out of memory in %s %s; races may be missed"
              .formatted(cut.test(), share);
      case TRACE -> "events of %s are missing %s".formatted(cut.test(), share);
    };
  }

  private static String run(Gap.LostRun run) {
    String name =
        run.shard().isEmpty()
            ? "the run of " + run.source()
            : "shard " + run.shard() + (run.source().isEmpty() ? "" : " of " + run.source());
    return switch (run.end()) {
      case MISSING -> name + " is missing: what it would have found is not in this report";
      case KILLED -> name + " did not end; what it had found until then is in this report";
      case FAILED -> name + " failed; what it had found until then is in this report";
      case OF_ANOTHER_EXPLORATION ->
          name + " is of another exploration; what it found is not in this report";
    };
  }

  private static String limited(Limit limit, long number) {
    String n = String.format(Locale.ROOT, "%,d", number);
    return "not everything was analyzed: "
        + switch (limit) {
          case LOCKS_AT_ONCE ->
              "goroutines held too many locks at once for predictions, " + n + " times";
          case REQUESTS -> n + " lock requests were too many for predictions";
          case CYCLES -> n + " possible lock cycles were not followed to their end";
          case GOROUTINES -> n + " goroutines in lock cycles could not be put in order";
          case WAITS -> n + " waits while holding a lock were not analyzed";
          case CLOCKS ->
              "nothing was predicted, since the order of what "
                  + n
                  + " goroutines did would have taken too much memory";
          case LOST_EVENTS -> "nothing was predicted across gaps in the traces (" + n + ")";
        };
  }
}
