package dev.harrier.model.ending;

import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.Completeness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Something that a run did not look at: how much of it, and why. What it shows is right. */
public sealed interface Gap {
  /**
   * Nothing of a process could be analyzed.
   *
   * @param why one sentence; it names the trace
   */
  record LostProcess(String why) implements Gap {}

  /**
   * Part of what some processes did is missing.
   *
   * @param traces how many of them have the same reason
   * @param why one sentence
   * @param events that are known to be lost; the true number may be higher
   */
  record IncompleteTraces(long traces, Completeness.Cause cause, String why, long events)
      implements Gap {}

  /** Predictions met a limit so many times. */
  record LimitedPredictions(Limit limit, long times) implements Gap {}

  /**
   * A test or program could not be run, or not further.
   *
   * @param why one sentence, which names it
   */
  record UnrunTest(String name, String why) implements Gap {}

  /**
   * In some executions of a test not everything was looked at.
   *
   * @param executions in which that was so
   * @param all executions of the test
   * @param givenUp whether it was not explored further for that reason
   */
  record CutExecutions(String test, Shortage shortage, long executions, long all, boolean givenUp)
      implements Gap {}

  /** What an execution had too little of. */
  enum Shortage {
    /** Time until the limit, or room for output. */
    TIME_OR_OUTPUT,
    /** Memory of the race detector. */
    RACE_MEMORY,
    /** Its trace is not whole. */
    TRACE
  }

  /**
   * One of the runs that were joined is missing, or stopped early.
   *
   * @param source which it is, as the user named it; "" if it is missing
   * @param shard of an exploration that it is, as {@code 2/3}; "" if it is not a shard
   * @param accepted whether the user asked to do without it
   */
  record LostRun(String source, String shard, RunEnd end, boolean accepted) implements Gap {}

  /** How a run was lost. */
  enum RunEnd {
    /** It is not there. */
    MISSING,
    /** It has no end: it was killed, or still runs. What it had found until then counts. */
    KILLED,
    /** Harrier failed in it. What it had found until then counts. */
    FAILED,
    /** It belongs to another exploration than the newest shard. */
    OF_ANOTHER_EXPLORATION
  }

  /** Functions that were not analyzed before the user ended the run; 0 if no package was loaded. */
  record UnanalyzedFunctions(long functions) implements Gap {}

  /**
   * Whether a whole process, test or shard is missing. A run with such a gap counts as a failure of
   * Harrier.
   */
  default boolean losesAll() {
    return switch (this) {
      case LostProcess _, UnrunTest _ -> true;
      case LostRun run -> !run.accepted;
      case IncompleteTraces _, LimitedPredictions _, CutExecutions _, UnanalyzedFunctions _ ->
          false;
    };
  }

  /** The gaps of several traces; those with one reason are counted as one. */
  static List<Gap> of(List<Completeness> traces, Map<Limit, Long> limits) {
    List<Gap> gaps = new ArrayList<>();
    List<Gap> partial = new ArrayList<>();
    for (Completeness trace : traces) {
      switch (trace) {
        case Completeness.Whole _ -> {}
        case Completeness.Unread unread -> gaps.add(new LostProcess(unread.why()));
        case Completeness.Partial p ->
            partial.add(new IncompleteTraces(1, p.cause(), p.why(), p.missing()));
      }
    }
    gaps.addAll(joined(List.of(), partial));
    limits.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(e -> gaps.add(new LimitedPredictions(e.getKey(), e.getValue())));
    return List.copyOf(gaps);
  }

  /** The gaps of two parts of a run; those that differ only in numbers are added up. */
  static List<Gap> joined(List<Gap> first, List<Gap> second) {
    Map<Object, Gap> all = new LinkedHashMap<>();
    Stream.concat(first.stream(), second.stream())
        .forEach(gap -> all.merge(key(gap), gap, Gap::plus));
    return List.copyOf(all.values());
  }

  private static Object key(Gap gap) {
    return switch (gap) {
      case CutExecutions cut -> List.of(cut.test, cut.shortage);
      case IncompleteTraces traces -> List.of(traces.cause, traces.why);
      case LimitedPredictions limited -> limited.limit;
      case LostProcess _, UnrunTest _, LostRun _, UnanalyzedFunctions _ -> gap;
    };
  }

  private static Gap plus(Gap a, Gap b) {
    if (a instanceof CutExecutions one && b instanceof CutExecutions two) {
      return new CutExecutions(
          one.test,
          one.shortage,
          one.executions + two.executions,
          one.all + two.all,
          one.givenUp || two.givenUp);
    }
    if (a instanceof IncompleteTraces one && b instanceof IncompleteTraces two) {
      return new IncompleteTraces(
          one.traces + two.traces, one.cause, one.why, one.events + two.events);
    }
    return a instanceof LimitedPredictions one && b instanceof LimitedPredictions two
        ? new LimitedPredictions(one.limit, one.times + two.times)
        : a;
  }
}
