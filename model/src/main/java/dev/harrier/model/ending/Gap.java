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
   * Nothing of a process could be analysed.
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
   * One of the runs that were joined is missing, or was ended before its end.
   *
   * @param source which it is, as the user named it; "" if it is missing
   * @param shard of an exploration that it is, as {@code 2/3}; "" if it is not a shard
   * @param accepted whether the user asked to do without it
   */
  record LostRun(String source, String shard, RunEnd end, boolean accepted) implements Gap {}

  /** How a run came to be lost. */
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

  /** Functions that were not analysed before the user ended the run; 0 if no package was loaded. */
  record UnanalysedFunctions(long functions) implements Gap {}

  /**
   * Whether a whole process, test or shard is missing. A run with such a gap counts as a failure of
   * Harrier.
   */
  default boolean losesAll() {
    return switch (this) {
      case LostProcess _, UnrunTest _ -> true;
      case LostRun run -> !run.accepted;
      case IncompleteTraces _, LimitedPredictions _, CutExecutions _, UnanalysedFunctions _ ->
          false;
    };
  }

  /** The gaps of several traces; those with one reason are counted as one. */
  static List<Gap> of(List<Completeness> traces, Map<Limit, Long> limits) {
    List<Gap> gaps = new ArrayList<>();
    Map<Completeness.Partial, IncompleteTraces> partial = new LinkedHashMap<>();
    for (Completeness trace : traces) {
      switch (trace) {
        case Completeness.Whole _ -> {}
        case Completeness.Unread unread -> gaps.add(new LostProcess(unread.why()));
        case Completeness.Partial p ->
            partial.merge(
                new Completeness.Partial(p.cause(), p.why(), 0),
                new IncompleteTraces(1, p.cause(), p.why(), p.missing()),
                (a, b) ->
                    new IncompleteTraces(a.traces + b.traces, a.cause, a.why, a.events + b.events));
      }
    }
    gaps.addAll(partial.values());
    limits.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(e -> gaps.add(new LimitedPredictions(e.getKey(), e.getValue())));
    return List.copyOf(gaps);
  }

  /** The gaps of two parts of a run; executions of one test with one shortage are added up. */
  static List<Gap> joined(List<Gap> first, List<Gap> second) {
    Map<Object, Gap> all = new LinkedHashMap<>();
    Stream.concat(first.stream(), second.stream())
        .forEach(gap -> all.merge(key(gap), gap, Gap::plus));
    return List.copyOf(all.values());
  }

  private static Object key(Gap gap) {
    return gap instanceof CutExecutions cut ? List.of(cut.test, cut.shortage) : gap;
  }

  private static Gap plus(Gap a, Gap b) {
    return a instanceof CutExecutions one && b instanceof CutExecutions two
        ? new CutExecutions(
            one.test,
            one.shortage,
            one.executions + two.executions,
            one.all + two.all,
            one.givenUp || two.givenUp)
        : a;
  }
}
