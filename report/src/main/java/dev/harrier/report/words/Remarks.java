package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.ending.Remark.Kept;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.explored.Explored.FailedTest;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.trace.InputKind;
import dev.harrier.report.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the user should know of a run besides its findings and gaps, in sentences. */
public final class Remarks {
  /** Tests that failed without a finding: more are counted. */
  private static final int FAILED = 5;

  /** Tests in one sentence: more are counted. */
  private static final int NAMED = 3;

  /** Pairs of calls in one sentence: more are counted. */
  private static final int MOST_CALLS = 8;

  private Remarks() {}

  /** All that an ended run has to say, in the order of a report. */
  public static List<String> of(RunRecord.Ending ending) {
    Explored explored = ending.explored();
    List<String> all = new ArrayList<>();
    explored.executions().map(Remarks::executions).ifPresent(all::add);
    if (explored.complete() > 0) {
      all.add(
          "every schedule of %s was explored, up to the order of independent operations"
              .formatted(Plurals.count(explored.complete(), "test")));
    }
    novelty(explored.novelty()).ifPresent(all::add);
    inputs(explored.inputs()).ifPresent(all::add);
    if (explored.withdrawn() > 0) {
      all.add(
          "%s withdrawn: no schedule of the tests concerned makes %s happen"
              .formatted(
                  Plurals.count(explored.withdrawn(), "prediction"),
                  Plurals.of(explored.withdrawn(), "it", "them")));
    }
    explored.flaky().forEach(test -> all.addAll(FlakyReasons.notes(test)));
    explored
        .coverage()
        .filter(coverage -> coverage.total() > 0)
        .ifPresent(coverage -> all.add("concurrency coverage " + Shortfalls.summary(coverage)));
    explored
        .firstFindings()
        .forEach(
            f -> all.add("%s: first found by execution %,d".formatted(f.test(), f.execution())));
    ending.remarks().forEach(remark -> all.addAll(of(remark)));
    all.addAll(failed(explored.failed()));
    return all;
  }

  /** Why the search can't know all schedules of so many tests. */
  private static Optional<String> inputs(List<Explored.TestsWithInput> inputs) {
    String read =
        inputs.stream()
            .filter(input -> input.input() != InputKind.LEFT_BEHIND)
            .map(input -> InputWords.of(input.input()) + of(input.tests()))
            .collect(Collectors.joining(", "));
    Optional<String> left =
        inputs.stream()
            .filter(input -> input.input() == InputKind.LEFT_BEHIND)
            .map(input -> "that leave goroutines behind" + of(input.tests()))
            .findFirst();
    return inputs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not every schedule can be known of tests "
                + (read.isEmpty() ? "" : "that read " + read)
                + (read.isEmpty() || left.isEmpty() ? "" : ", and of those ")
                + left.orElse(""));
  }

  /** After what they read. */
  private static String of(long tests) {
    return String.format(Locale.ROOT, " (%,d)", tests);
  }

  /** How many executions there were, and how fast they were. */
  private static Optional<String> novelty(Explored.Novelty novelty) {
    List<String> parts = new ArrayList<>();
    if (novelty.exhausted() > 0) {
      parts.add(
          "%s stopped early: 1,000 more executions would hardly show a new interleaving"
              .formatted(Plurals.count(novelty.exhausted(), "test")));
    }
    if (novelty.open() > 0) {
      parts.add(
          "%s would show a new interleaving in about %s of further executions"
              .formatted(
                  Plurals.count(novelty.open(), "test"),
                  Names.percent(novelty.perMillion() / 1e6)));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", parts) + " (Good-Turing estimate)");
  }

  private static String executions(Explored.Executions executions) {
    return String.format(
        Locale.ROOT,
        "%,d executions in %.1f s, %s a second; %,d more to simplify and replay findings",
        executions.count(),
        executions.millis() / 1e3,
        String.format(Locale.ROOT, executions.rate() < 10 ? "%.1f" : "%.0f", executions.rate()),
        executions.proving());
  }

  private static List<String> failed(List<FailedTest> failed) {
    List<String> all = new ArrayList<>();
    List<FailedTest> slow = failed.stream().filter(FailedTest::onlyWithEarlyTimers).toList();
    List<FailedTest> others = failed.stream().filter(f -> !f.onlyWithEarlyTimers()).toList();
    others.stream().limit(FAILED).map(Remarks::failed).forEach(all::add);
    if (others.size() > FAILED) {
      all.add("%,d more tests failed without a finding".formatted(others.size() - FAILED));
    }
    if (!slow.isEmpty()) {
      all.add(
          "%s failed, but only in runs with timers fired before their time or slow code, as on a slow machine, or by what they read of memory"
              .formatted(named(slow.stream().map(FailedTest::test).toList())));
    }
    return all;
  }

  private static String failed(FailedTest test) {
    return (test.hasFinding()
                ? "%s, which has a finding, also failed in %,d of %,d executions"
                : "%s failed without a finding in %,d of %,d executions")
            .formatted(test.test(), test.failed(), test.executions())
        + (test.message().isEmpty() ? "" : " (" + test.message() + ")")
        + "; see it with: "
        + FlakyReasons.replay(test.replay());
  }

  /** Some names, and how many more there are. */
  public static String named(List<String> tests) {
    String more = tests.size() > NAMED ? " and %,d more".formatted(tests.size() - NAMED) : "";
    return String.join(", ", tests.subList(0, Math.min(NAMED, tests.size()))) + more;
  }

  /** The sentences of one remark. */
  public static List<String> of(Remark remark) {
    return switch (remark) {
      case Remark.Replayed replayed -> replayed(replayed);
      case Remark.FixChecked(FixCheck check) -> FixWords.notes(check);
      case Remark.Of(String source, Remark of) ->
          of(of).stream().map(sentence -> source + ": " + sentence).toList();
      default -> List.of(sentence(remark));
    };
  }

  private static String sentence(Remark remark) {
    return switch (remark) {
      case Remark.Silenced(long findings) ->
          Plurals.count(findings, "finding is", "findings are") + " silenced";
      case Remark.UselessSuppression(String file, int line, String problem) ->
          file + ":" + line + ": " + problem;
      case Remark.NoTestRan(String selection) ->
          selection.isEmpty()
              ? "no tests ran: these packages have none"
              : "no tests ran: %s matches none of these packages' tests".formatted(selection);
      case Remark.TestFilesLeftOut(List<String> tags, List<String> files, long count) ->
          "%s left out: -tags=%s builds %s%s"
              .formatted(
                  Plurals.count(count, "test file was", "test files were"),
                  String.join(",", tags),
                  String.join(", ", files),
                  count > files.size() ? " and %,d more".formatted(count - files.size()) : "");
      case Remark.NothingToExplore(boolean programs, String shard) ->
          (programs ? "there is no main package to explore" : "there is no test to explore")
              + (shard.isEmpty() ? "" : " in shard " + shard);
      case Remark.NotTried(Remark.Trial what, String where, String why) ->
          switch (what) {
                case SCHEDULES -> "other schedules" + (where.isEmpty() ? "" : " of " + where);
                case PREDICTIONS -> "predictions" + (where.isEmpty() ? "" : " in " + where);
              }
              + " were not tried: "
              + why;
      case Remark.RacesTried(long happened, long reports, long executions, long tests) ->
          "%,d of %,d reported races happened in %s of %s"
              .formatted(
                  happened,
                  reports,
                  Plurals.count(executions, "execution"),
                  Plurals.count(tests, "test"));
      case Remark.Tried(long executions, long tests, String directory) ->
          "%s of %s in %s tried to make predictions happen"
              .formatted(
                  Plurals.count(executions, "execution"), Plurals.count(tests, "test"), directory);
      case Remark.KeptApart(String packagePath, Remark.Conflict conflict, boolean alone) ->
          "tests of %s %s and were run %s"
              .formatted(
                  packagePath,
                  switch (conflict) {
                    case FAILED_TOGETHER -> "failed next to each other, and not alone,";
                    case ADDRESS_IN_USE -> "took an address from each other";
                  },
                  alone ? "alone from then on" : "one at a time");
      case Remark.CoverageUnknown(String why) -> "coverage is not known: " + why;
      case Remark.CoverageDoubtful(String why) -> "coverage may be incomplete: " + why;
      case Remark.Unexplained(String test) ->
          test + ": no single decision of the schedule was found that lets it fail or pass";
      case Remark.Damaged(Kept what, String of, long lines) -> damaged(what, of, lines);
      case Remark.Outdated(Kept what, String of, long number) -> outdated(what, of, number);
      case Remark.NotKept(Kept what, String why) ->
          "the %s of this exploration can't be kept: %s".formatted(word(what), why);
      case Remark.NotShared(long findings, long megabytes) ->
          "findings of more than %,d MB are only in this report, not in the campaign's: %,d"
              .formatted(megabytes, findings);
      case Remark.OtherSources(String packagePath) ->
          "the sources of %s have changed since the finding was made; the schedule may not fit"
              .formatted(packagePath);
      case Remark.OtherGo(String then, String now) ->
          "the finding was made with Go %s, this is Go %s; the schedule may not fit"
              .formatted(then, now);
      case Remark.OtherHooks() ->
          "the finding was made by another version of Harrier; the schedule may not fit";
      case Remark.Standstill(long millis) ->
          String.format(
              Locale.ROOT,
              "the program recorded nothing in the last %.1f s before it was ended",
              millis / 1e3);
      case Remark.NeverOverlapped(String type, List<List<String>> calls) ->
          "%s: no execution overlapped the calls of %s: %s%s"
              .formatted(
                  type,
                  Plurals.count(calls.size(), "pair"),
                  calls.stream()
                      .limit(MOST_CALLS)
                      .map(pair -> String.join(" | ", pair))
                      .collect(Collectors.joining(", ")),
                  calls.size() > MOST_CALLS ? ", ..." : "");
      case Remark.Withheld(long variables) ->
          Plurals.count(variables, "more variable")
              + " may race, but code that was not analyzed may order the accesses";
      case Remark.UnreadableLines(String file, long lines) ->
          "%s: %s not a leak record".formatted(file, Plurals.count(lines, "line is", "lines are"));
      case Remark.Revived(String file, long goroutines) ->
          "%s: %s ran again after the proof that nothing can wake them: the program hides pointers from the collector"
              .formatted(file, Plurals.count(goroutines, "goroutine"));
      case Remark.CorpusOnly(String source) ->
          "%s has no finished run: its corpus counts, its findings do not".formatted(source);
      case Remark.Message(String text) -> text;
      case Remark.Replayed _, Remark.FixChecked _, Remark.Of _ ->
          throw new IllegalStateException("said by the caller");
    };
  }

  private static String damaged(Kept what, String of, long lines) {
    if (lines > 0) {
      return "%,d lines of %s are damaged and were skipped".formatted(lines, of);
    }
    return of.isEmpty()
        ? "the %s of earlier explorations is damaged and was dropped".formatted(word(what))
        : "the stored %s of %s are damaged and were dropped".formatted(word(what), of);
  }

  private static String outdated(Kept what, String of, long number) {
    return switch (what) {
      case ORDERS -> dropped(number, "order", of) + " of another build";
      case REVERSALS -> dropped(number, "reversal", of) + " of another build";
      case COVERAGE ->
          "%s dropped: %s sources have changed"
              .formatted(
                  Plurals.count(
                      number,
                      "coverage requirement that earlier explorations met was",
                      "coverage requirements that earlier explorations met were"),
                  Plurals.of(number, "its", "their"));
      case SCHEDULES -> dropped(number, "schedule", of) + " of other sources";
      case PROGRESS -> dropped(number, "execution", of) + " of other sources";
    };
  }

  private static String dropped(long number, String thing, String of) {
    return "%s of %s %s dropped: %s"
        .formatted(
            Plurals.count(number, thing),
            of,
            Plurals.of(number, "was", "were"),
            Plurals.of(number, "it is", "they are"));
  }

  private static String word(Kept what) {
    return what.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> replayed(Remark.Replayed replayed) {
    Stream.Builder<String> all = Stream.builder();
    all.add("reproduced in %,d of %,d runs".formatted(replayed.shown(), replayed.runs()));
    if (replayed.divergence().isEmpty() && replayed.runs() > 1) {
      all.add("all runs were identical, event for event");
    }
    replayed
        .divergence()
        .ifPresent(d -> {
          all.add(
              "%,d of %,d runs were identical to the first; something that Harrier does not control made the others differ"
                  .formatted(replayed.identical(), replayed.runs()));
          all.add(
              "run %d differs at event %d: %s; the first run did: %s"
                  .formatted(d.run(), d.event(), d.found(), d.expected()));
        });
    if (replayed.preempted() > 0) {
      all.add(
          "in %s a goroutine ran too long without an operation and was preempted by the clock, at no fixed place"
              .formatted(Plurals.count(replayed.preempted(), "run")));
    }
    // A schedule that was simplified may name a switch that nothing depends on.
    boolean asRecorded = replayed.shown() == replayed.runs() && replayed.divergence().isEmpty();
    if (replayed.missed() > 0 && !asRecorded) {
      all.add(
          "in %s a decision of the schedule could not be applied: the code has changed, or a run differs"
              .formatted(Plurals.count(replayed.missed(), "run")));
    }
    return all.build().toList();
  }
}
