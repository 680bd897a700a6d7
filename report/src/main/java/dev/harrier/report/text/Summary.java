package dev.harrier.report.text;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.Shapes;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.text.TextRenderer.Volume;
import dev.harrier.report.words.FixWords;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.OutcomeWords;
import dev.harrier.report.words.Remarks;
import dev.harrier.report.words.ShapeWords;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the last lines of a report: what is missing from it, and how much was looked at. */
public final class Summary {
  /** What each line begins with. */
  private static final String WHO = "harrier: ";

  /** More notes than this are counted. */
  private static final int MOST_NOTES = 9;

  /** More gaps than this are counted. */
  private static final int MOST_GAPS = 5;

  private final Appendable out;
  private final Palette palette;
  private final Volume volume;

  public Summary(Appendable out, Palette palette, Volume volume) {
    this.out = out;
    this.palette = palette;
    this.volume = volume;
  }

  /** Only a line of it. */
  public static String withoutPrefix(String line) {
    return line.startsWith(WHO) ? line.substring(WHO.length()) : line;
  }

  /** Only the last line, without what it begins with. */
  public static String verdict(RunReport report) {
    return new Summary(new StringBuilder(), Palette.PLAIN, Volume.BRIEF).whole(report);
  }

  /** Writes the lines of a report; the last one is the verdict. */
  public void write(RunReport report) throws IOException {
    Optional<RunRecord.Ending> ending = report.run().ending();
    if (ending.isPresent()) {
      lines("note: ", "note", Remarks.of(ending.get()), MOST_NOTES);
      lines("incomplete: ", "gap", GapWords.of(ending.get()), MOST_GAPS);
      outcome(ending.get().outcome());
    }
    line(whole(report));
  }

  private String whole(RunReport report) {
    return report.run().ending().flatMap(Summary::fix).map(FixWords::verdict).orElse(counts(report))
        + report.run().ending().map(end -> gaps(end) + basis(end)).orElse(" so far");
  }

  /** What was checked of a fix: its verdict is that of the run. */
  private static Optional<FixCheck> fix(RunRecord.Ending ending) {
    return ending.remarks().stream()
        .filter(Remark.FixChecked.class::isInstance)
        .map(remark -> ((Remark.FixChecked) remark).check())
        .findFirst();
  }

  private void lines(String label, String what, List<String> all, int most) throws IOException {
    int shown = volume == Volume.WHOLE ? all.size() : Math.min(most, all.size());
    for (String sentence : all.subList(0, shown)) {
      line(palette.paint(Ink.SUSPECTED, label) + sentence);
    }
    if (shown < all.size()) {
      int more = all.size() - shown;
      line(
          more == 1
              ? "1 more %s; -v shows it".formatted(what)
              : "%,d more %ss; -v shows them".formatted(more, what));
    }
  }

  private void outcome(RunOutcome outcome) throws IOException {
    switch (outcome) {
      case RunOutcome.Passed _ -> {}
      case RunOutcome.TargetFailed failed -> line(OutcomeWords.of(failed.why()));
      case RunOutcome.TimedOut timedOut ->
          line("the program was still running after " + seconds(timedOut.limit()));
      case RunOutcome.Interrupted _ ->
          line("interrupted: this is what was found until then; the rest was not analyzed");
      case RunOutcome.ToolFailed failed -> line("Harrier failed: " + OutcomeWords.of(failed.why()));
    }
  }

  private String counts(RunReport report) {
    Shapes shapes = report.shapes();
    int failing = shapes.without(report.failing()).size();
    List<Finding> listed = shapes.without(report.listed());
    String findings =
        switch (failing) {
          case 0 -> nothing(report);
          case 1 -> palette.paint(Ink.PROVEN, "1 finding");
          default -> palette.paint(Ink.PROVEN, failing + " findings");
        };
    String others =
        (listed.isEmpty() ? "" : ", " + byStrength(listed))
            + ShapeWords.counted(shapes.size(), failing + listed.size());
    int known = report.known().size();
    return known == 0
        ? findings + others
        : "%s%s, %d known from %s"
            .formatted(findings, others, known, report.run().policy().known().source());
  }

  /** Of what did not run nothing can be said, least of all in green. */
  private String nothing(RunReport report) {
    Optional<RunRecord.Basis> basis = report.run().ending().map(RunRecord.Ending::basis);
    if (basis.isPresent()) {
      if (basis.get() instanceof RunRecord.Basis.Traces(int processes, _) && processes == 0) {
        return "nothing ran";
      }
      if (basis.get() instanceof RunRecord.Basis.Source(int packages, _) && packages == 0) {
        return "nothing was analyzed";
      }
    }
    if (report.listed().stream().anyMatch(finding -> finding.strength().isProven())) {
      return "nothing fails this run";
    }
    boolean whole = report.run().ending().map(end -> end.gaps().isEmpty()).orElse(true);
    return whole ? palette.paint(Ink.GOOD, "nothing found") : "nothing found";
  }

  /** {@code 2 predicted, 1 suspicious}. */
  private static String byStrength(List<Finding> findings) {
    return Arrays.stream(Strength.values())
        .map(strength -> {
          long count = findings.stream().filter(f -> f.strength() == strength).count();
          return count == 0 ? "" : count + " " + strength.name().toLowerCase(Locale.ROOT);
        })
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String gaps(RunRecord.Ending ending) {
    String gaps = GapWords.inShort(ending.gaps());
    return gaps.isEmpty() ? "" : ", " + palette.paint(Ink.SUSPECTED, "incomplete: " + gaps);
  }

  private static String basis(RunRecord.Ending ending) {
    String what =
        switch (ending.basis()) {
          case RunRecord.Basis.Traces(int processes, long events) ->
              Plurals.count(processes, "process", "processes")
                  + ", "
                  + Plurals.count(events, "event");
          case RunRecord.Basis.Source(int packages, int functions) ->
              Plurals.count(packages, "package") + ", " + Plurals.count(functions, "function");
          case RunRecord.Basis.Production(int processes, long goroutines) ->
              Plurals.count(processes, "process", "processes")
                  + ", "
                  + Plurals.count(goroutines, "goroutine");
        };
    return " (%s, %s)".formatted(what, seconds(ending.duration()));
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  private void line(String text) throws IOException {
    out.append(WHO).append(text).append('\n');
  }
}
