package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Location;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a check of a fix says. */
public final class FixWords {
  /** How many lines, or findings, are named at most. */
  private static final int LINES = 5;

  private FixWords() {}

  /** The verdict in one line. */
  public static String verdict(FixCheck check) {
    return switch (check.verdict()) {
      case FixVerdict.Proved(boolean everySchedule) ->
          everySchedule
              ? "proved: no schedule of %s shows the finding".formatted(check.test())
              : "proved: the operations that decided are ordered now"
                  + chance(check)
                      .map(c -> "; chance that the other silence is luck: " + c)
                      .orElse("");
      case FixVerdict.NotShownAgain _ ->
          "not shown again" + chance(check).map(c -> "; chance of this by luck: " + c).orElse("");
      case FixVerdict.StillThere _ -> "still there";
      case FixVerdict.AnotherOne(String finding) ->
          "another one: the changed code has %s, which it did not have by itself before"
              .formatted(finding.substring(0, 8));
      case FixVerdict.ProgramFails(FixVerdict.Failure why, String detail) ->
          "program fails: "
              + switch (why) {
                case DOES_NOT_BUILD -> "the changed code does not build";
                case TEST_GONE -> check.test() + " no longer exists";
                case TEST_FAILS -> check.test() + " fails in the default order";
              }
              + (detail.isEmpty() ? "" : " (" + detail + ")");
    };
  }

  /** The chance that the finding is still there and only luck hid it, in percent. */
  private static Optional<String> chance(FixCheck check) {
    return check.silenceByLuck().isEmpty()
        ? Optional.empty()
        : Optional.of(Names.percent(check.silenceByLuck().getAsDouble()));
  }

  /** The evidence, one sentence for each part. */
  public static List<String> notes(FixCheck check) {
    List<String> notes = new ArrayList<>();
    check.scheduled().map(FixWords::scheduled).ifPresent(notes::add);
    check.replay().map(FixWords::replay).ifPresent(notes::add);
    check.atCause().map(FixWords::atCause).ifPresent(notes::add);
    check.before().map(before -> search("before the change", before)).ifPresent(notes::add);
    check.after().map(after -> search("with the change", after)).ifPresent(notes::add);
    if (check.verdict().isAccepted()) {
      check.suspected().map(FixWords::suspected).ifPresent(notes::add);
      if (!check.left().isEmpty()) {
        notes.add(left(check.left()));
      }
    }
    check.changed().ifPresent(changed -> changed(changed, notes));
    return notes;
  }

  private static String scheduled(FixCheck.Scheduled scheduled) {
    return "the finding had no schedule; %s shows it before the change, found in %s of %s"
        .formatted(
            scheduled.test(),
            Plurals.count(scheduled.executions(), "execution"),
            Plurals.count(scheduled.tests(), "test"));
  }

  private static String replay(FixCheck.Replay replay) {
    String matched =
        replay.byPosition()
            ? "the program of the finding is gone, so its schedule was replayed as it is"
            : replay.decisions() == 0
                ? "the default order showed the finding"
                : "%,d of %s at the same %s of the changed code"
                    .formatted(
                        replay.matched(),
                        Plurals.count(
                            replay.decisions(),
                            "decision of the schedule is",
                            "decisions of the schedule are"),
                        Plurals.of(replay.decisions(), "operation"));
    return "%s; %,d of %s showed the finding"
        .formatted(matched, replay.shown(), Plurals.count(replay.runs(), "run"));
  }

  private static String atCause(FixCheck.AtCause cause) {
    if (cause.gone().isPresent()) {
      return "an operation of the cause is gone: %s"
          .formatted(
              Names.place(cause.gone().get().site())
                  + " ("
                  + ActionWords.brief(cause.gone().get())
                  + ")");
    }
    String runs = Plurals.count(cause.executions(), "execution") + " directed at the cause";
    if (cause.isOrdered()) {
      return "in %s its operations were reached, always the other way round%s"
          .formatted(
              runs,
              cause
                  .orderedBy()
                  .map(o ->
                      ": %s waited at %s"
                          .formatted(Names.goroutine(o.goroutine()), Names.place(o.site())))
                  .orElse(""));
    }
    return "in %s its operations were reached %,d times, of which %,d were in the order of the cause"
        .formatted(runs, cause.reached(), cause.inOrder());
  }

  private static String search(String when, FixCheck.Search search) {
    return "%s, %,d of %s showed the finding%s"
        .formatted(
            when,
            search.shown(),
            Plurals.count(search.executions(), "execution"),
            search.everySchedule()
                ? ": all schedules, up to the order of independent operations"
                : "");
  }

  private static String suspected(FixCheck.Left again) {
    return "a schedule that proves nothing, such as one with slow code, still shows it: %s"
        .formatted(named(again));
  }

  private static String named(FixCheck.Left one) {
    return "%s at %s (%s)".formatted(one.rule(), line(one.at()), one.finding().substring(0, 8));
  }

  private static String left(List<FixCheck.Left> left) {
    return "other findings of before the change are still shown: %s"
        .formatted(first(left, FixWords::named));
  }

  /** The first of them, and whether there are more. */
  private static <T> String first(List<T> all, Function<T, String> words) {
    return all.stream().limit(LINES).map(words).collect(Collectors.joining(", "))
        + (all.size() > LINES ? ", ..." : "");
  }

  private static void changed(FixCheck.Changed changed, List<String> notes) {
    if (!changed.tests().isEmpty()) {
      notes.add(
          "other tests that reach changed functions showed no new finding in %s: %s"
              .formatted(
                  Plurals.count(changed.executions(), "execution"),
                  Remarks.named(changed.tests())));
    }
    if (!changed.unreached().isEmpty()) {
      notes.add(
          "no test reaches %,d of %s: %s"
              .formatted(
                  changed.unreached().size(),
                  Plurals.count(changed.lines(), "changed line"),
                  first(changed.unreached(), FixWords::line)));
    }
  }

  private static String line(Location at) {
    return at.file().substring(at.file().lastIndexOf('/') + 1) + ":" + at.line();
  }
}
