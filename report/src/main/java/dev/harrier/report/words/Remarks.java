package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.BlindSpot;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.ending.Remark.Kept;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.report.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the user should know of a run besides its findings and gaps, in sentences. */
public final class Remarks {
  /** More names of what changed are counted. */
  private static final int MOST_NAMES = 5;

  /** Tests in one sentence: more are counted. */
  private static final int NAMED = 3;

  private Remarks() {}

  /** All that an ended run has to say, in the order of a report. */
  public static List<String> of(RunRecord.Ending ending) {
    List<String> all = new ArrayList<>(ExploredWords.of(ending.explored()));
    ending.remarks().forEach(remark -> all.addAll(of(remark)));
    all.addAll(ExploredWords.failed(ending.explored().failed()));
    return all;
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

  private static String followed(Remark.CampaignFollowed campaign) {
    String why =
        switch (campaign.end()) {
          case REMOVED -> "the campaign was removed from its server";
          case STOPPED -> "the campaign was stopped";
          case OVER ->
              "the campaign is over: no target is open, and no finding waits for another worker";
          case NOT_FOLLOWED -> "no longer followed; the campaign may still be running";
        };
    List<String> figures = new ArrayList<>();
    figures.add(Plurals.count(campaign.executions(), "execution"));
    campaign.status().forEach(figure -> figures.add(ProgressLine.of(figure)));
    return why + "; " + String.join(", ", figures);
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
      case Remark.NoRepetition _ -> "no tests ran: -count=0 runs each of them no times";
      case Remark.TestFilesLeftOut(List<String> tags, List<String> files, long count) ->
          "%s left out: -tags=%s builds %s%s"
              .formatted(
                  Plurals.count(count, "test file was", "test files were"),
                  String.join(",", tags),
                  String.join(", ", files),
                  count > files.size() ? " and %,d more".formatted(count - files.size()) : "");
      case Remark.NothingToExplore(boolean programs, String run, String shard) ->
          (programs ? "there is no main package to explore" : "there is no test to explore")
              + (run.isEmpty() ? "" : " that matches -run " + ShellWords.joined(List.of(run)))
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
      case Remark.InputsDiffer differ -> differing(differ);
      case Remark.CauseNotFound(long executions, long seconds) ->
          "no cause was found in %s and %,d s: the search ended before it had tried all orders"
              .formatted(Plurals.count(executions, "execution"), seconds);
      case Remark.Standstill(long millis) ->
          String.format(
              Locale.ROOT,
              "the program recorded nothing in the last %.1f s before it was ended",
              millis / 1e3);
      case Remark.OfProbe(ProbeNote note) -> ProbeWords.of(note);
      case Remark.NothingConfirmed(String why) -> "nothing was confirmed: " + why;
      case Remark.TestsUnmeasured unmeasured -> unmeasured(unmeasured);
      case Remark.ConfirmingEnded(boolean interrupted, long reports, boolean generated) ->
          "%s: %s not tried%s"
              .formatted(
                  interrupted ? "confirming was interrupted" : "the time for confirming is over",
                  Plurals.count(reports, "report was", "reports were"),
                  generated ? " with a generated test" : "");
      case Remark.TestsGenerated(long reports, long written, long happened) ->
          written == 0
              ? "no test could be generated for " + Plurals.count(reports, "other report")
              : "tests were generated for %s, and %d of them happened there"
                  .formatted(Plurals.count(written, "other report"), happened);
      case Remark.NoTestsGenerated(String why) -> "no tests were generated: " + why;
      case Remark.NotAnalyzed(String subject, String position, String problem) ->
          (position.isEmpty() ? "" : position + ": ") + subject + ": " + problem;
      case Remark.NotLogged(BlindSpot spot) -> blindSpot(spot);
      case Remark.CampaignFollowed followed -> followed(followed);
      case Remark.CampaignState state ->
          String.format(
              Locale.ROOT,
              "campaign %s: %,d executions of %,d targets, %,d of them open; findings: %,d announced, %,d to be confirmed by another worker; %,d at work",
              state.address(),
              state.executions(),
              state.targets(),
              state.open(),
              state.announced(),
              state.pending(),
              state.workers());
      case Remark.CampaignUnknown(String why) ->
          "the campaign can't be asked how far it is: " + why;
      case Remark.BuiltWithout(List<String> packages, Remark.BuildAddition lost) ->
          "%s can't be built %s, and is explored without that"
              .formatted(
                  String.join(", ", packages),
                  switch (lost) {
                    case ATOMICS -> "with scheduling points at atomics";
                    case RACES -> "to look for data races";
                  });
      case Remark.NotGiven(String packagePath, String why) ->
          "the binary of %s could not be given to other workers: %s".formatted(packagePath, why);
      case Remark.NotCopied(List<Remark.NoCopies> packages) ->
          "a process was started for each execution of %s: %s"
              .formatted(
                  Plurals.count(packages.size(), "package"),
                  packages.stream()
                      .map(one -> "%s (%s)".formatted(one.packagePath(), uncopyable(one.why())))
                      .collect(Collectors.joining(", ")));
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

  private static String differing(Remark.InputsDiffer inputs) {
    List<String> what = new ArrayList<>();
    if (!inputs.variables().isEmpty()) {
      what.add("the environment (" + first(inputs.variables()) + ")");
    }
    if (!inputs.files().isEmpty()) {
      what.add("files (" + first(inputs.files()) + ")");
    }
    String changed = String.join(" and ", what);
    return switch (inputs.reason()) {
      case GIVEN ->
          changed
              + " changed since the finding was made; the program reads what was recorded then. With"
              + " -inputs none it reads what is there now";
      case NOT_KEPT ->
          changed
              + " changed since the finding was made, and what it was is not kept: the program reads what"
              + " is there now, and may differ";
      case OF_OTHERS ->
          changed
              + " differ from a recording that was not made by this user on this machine; the"
              + " program reads what is here. With -inputs any it reads what was recorded";
      case OF_CHANGE ->
          changed
              + " differ from what the finding's execution read, since they are part of the change";
      case DECLINED ->
          changed + " changed since the finding was made; the program reads what is there now";
    };
  }

  private static String first(List<String> names) {
    String some = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    return names.size() > MOST_NAMES
        ? "%s and %,d more".formatted(some, names.size() - MOST_NAMES)
        : some;
  }

  private static String unmeasured(Remark.TestsUnmeasured unmeasured) {
    return "which tests run the reported lines was %s: %s"
        .formatted(
            unmeasured.tests() == 0
                ? "not measured"
                : "measured for %s only".formatted(Plurals.count(unmeasured.tests(), "test")),
            switch (unmeasured.why()) {
              case NO_TIME -> "there was no time for it";
              case TIME_OVER -> "a third of the time for confirming, which is for that, was over";
              case TOO_MANY -> "more than %,d tests may run them".formatted(unmeasured.tests());
              case FAILED ->
                  unmeasured.detail().isEmpty() ? "go does not say why" : unmeasured.detail();
            });
  }

  private static String blindSpot(BlindSpot spot) {
    return switch (spot) {
      case BlindSpot.MayFault(long operations) ->
          operations
              + " inlined lock operations: a nil dereference in the instruction next to the lock would end the copy instead of panicking";
      case BlindSpot.Unmovable(String operation, long address, String function) ->
          "%s at 0x%x in %s: the instructions around it can't be moved"
              .formatted(operation, address, function);
      case BlindSpot.Unhookable(String operation, String function, String why) ->
          "%s in %s: %s".formatted(operation, function, why);
      case BlindSpot.Inlined(String function, List<String> into) ->
          "%s is inlined into %s".formatted(function, into);
    };
  }

  private static String uncopyable(Remark.Uncopyable why) {
    return switch (why) {
      case THREADS -> "it has more threads than one";
      case DESCRIPTORS -> "it opens files or connections before its tests";
      case C -> "it is built with cgo";
      case CALLS_SYSTEM -> "it changes files, or reads its process id, before its tests";
      case NO_TRACE -> "it can't write a trace";
      case ENDED -> "it ends before its tests begin";
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
