package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Completeness;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.text.TextRenderer.Volume;
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

  private final Appendable out;
  private final Palette palette;
  private final Volume volume;

  public Summary(Appendable out, Palette palette, Volume volume) {
    this.out = out;
    this.palette = palette;
    this.volume = volume;
  }

  /** A line of it alone. */
  public static String withoutPrefix(String line) {
    return line.startsWith(WHO) ? line.substring(WHO.length()) : line;
  }

  /** The last line alone, without what it begins with. */
  public static String verdict(RunReport report) {
    return new Summary(new StringBuilder(), Palette.PLAIN, Volume.BRIEF).whole(report);
  }

  /** Writes the lines of a report; the last one is the verdict. */
  public void write(RunReport report) throws IOException {
    Optional<RunRecord.Ending> ending = report.run().ending();
    if (ending.isPresent()) {
      notes(ending.get().notes());
      completeness(ending.get().completeness());
      outcome(ending.get().outcome());
    }
    line(whole(report));
  }

  private String whole(RunReport report) {
    return counts(report) + report.run().ending().map(Summary::basis).orElse(" so far");
  }

  private void notes(List<String> notes) throws IOException {
    int shown = volume == Volume.WHOLE ? notes.size() : Math.min(MOST_NOTES, notes.size());
    for (String note : notes.subList(0, shown)) {
      line(palette.paint(Ink.SUSPECTED, "note: ") + note);
    }
    if (shown < notes.size()) {
      int more = notes.size() - shown;
      line(more == 1 ? "1 more note; -v shows it" : more + " more notes; -v shows them");
    }
  }

  private void completeness(Completeness completeness) throws IOException {
    switch (completeness) {
      case Completeness.Whole _ -> {}
      case Completeness.Partial partial -> {
        String lost =
            partial.missing() == 0 ? "" : ", at least %s lost".formatted(events(partial.missing()));
        line(palette.paint(Ink.SUSPECTED, "incomplete: ") + partial.why() + lost);
      }
    }
  }

  private void outcome(RunOutcome outcome) throws IOException {
    switch (outcome) {
      case RunOutcome.Passed _ -> {}
      case RunOutcome.TargetFailed failed -> line(failed.detail());
      case RunOutcome.TimedOut timedOut ->
          line("the program was still running after " + seconds(timedOut.limit()));
      case RunOutcome.Interrupted _ ->
          line("interrupted: this is what was found until then; the rest was not analysed");
      case RunOutcome.ToolFailed failed -> line("Harrier failed: " + failed.detail());
    }
  }

  private String counts(RunReport report) {
    int failing = report.failing().size();
    int listed = report.listed().size();
    String findings =
        switch (failing) {
          case 0 -> nothing(report);
          case 1 -> palette.paint(Ink.PROVEN, "1 finding");
          default -> palette.paint(Ink.PROVEN, failing + " findings");
        };
    String others = listed == 0 ? "" : ", " + byStrength(report.listed());
    int known = report.known().size();
    return known == 0
        ? findings + others
        : "%s%s, %d known from %s"
            .formatted(findings, others, known, report.run().measure().known().source());
  }

  /** Of what did not run nothing can be said, least of all in green. */
  private String nothing(RunReport report) {
    boolean ran =
        report
            .run()
            .ending()
            .filter(e ->
                e.basis() instanceof RunRecord.Basis.Traces(int processes, _) && processes == 0)
            .isEmpty();
    if (!ran) {
      return "nothing ran";
    }
    return report.listed().stream().anyMatch(finding -> finding.strength().isProven())
        ? "nothing fails this run"
        : palette.paint(Ink.GOOD, "nothing found");
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

  private static String basis(RunRecord.Ending ending) {
    String what =
        switch (ending.basis()) {
          case RunRecord.Basis.Traces(int processes, long events) ->
              (processes == 1 ? "1 process" : processes + " processes") + ", " + events(events);
          case RunRecord.Basis.Source(int packages, int functions) ->
              (packages == 1 ? "1 package" : packages + " packages")
                  + ", "
                  + (functions == 1
                      ? "1 function"
                      : String.format(Locale.ROOT, "%,d functions", functions));
          case RunRecord.Basis.Production(int processes, long goroutines) ->
              (processes == 1
                      ? "1 process"
                      : String.format(Locale.ROOT, "%,d processes", processes))
                  + ", "
                  + (goroutines == 1
                      ? "1 goroutine"
                      : String.format(Locale.ROOT, "%,d goroutines", goroutines));
        };
    return " (%s, %s)".formatted(what, seconds(ending.duration()));
  }

  private static String events(long count) {
    return count == 1 ? "1 event" : String.format(Locale.ROOT, "%,d events", count);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  private void line(String text) throws IOException {
    out.append(WHO).append(text).append('\n');
  }
}
