package dev.harrier.report.text;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.Shapes;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.ShapeWords;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Findings in one line each: those that are no reason to fail, and those like another one. */
final class Listing {
  /** More lines than this are counted. */
  private static final int MOST = 20;

  /** More findings of one group are counted. */
  private static final int MOST_OTHERS = 8;

  /** From how many on findings of a kind are counted: what follows from a failure, or is slow. */
  private static final int COUNTED_FROM = 2;

  private static final long MICROS_IN_MILLI = 1_000;
  private static final long SECOND = 1_000_000;

  private final Appendable out;
  private final Palette palette;
  private final Headline headline;

  Listing(Appendable out, Palette palette, Headline headline) {
    this.out = out;
    this.palette = palette;
    this.headline = headline;
  }

  /**
   * The findings that are no reason to fail.
   *
   * @param shapes that others have, which are not among these
   */
  void listed(List<Finding> findings, Shapes shapes) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    line(palette.paint(Ink.SUSPECTED, "These do not fail the run; -v shows them in full:"));
    List<Finding> consequences = counted(findings, Listing::isConsequence);
    List<Finding> slow = counted(findings, Listing::needsSeconds);
    List<Finding> each =
        findings.stream().filter(f -> !consequences.contains(f) && !slow.contains(f)).toList();
    // Findings that differ in which goroutines take part, or from where, may read alike.
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Finding finding : each) {
      lines.merge(
          headline.inOneLine(finding) + ShapeWords.more(shapes.of(finding).size()),
          1,
          Integer::sum);
    }
    int left = each.size();
    for (Map.Entry<String, Integer> entry : lines.entrySet().stream().limit(MOST).toList()) {
      int alike = entry.getValue();
      line(entry.getKey() + (alike == 1 ? "" : "; %d similar".formatted(alike)));
      left -= alike;
    }
    if (left > 0) {
      line("... and %d more".formatted(left));
    }
    if (!slow.isEmpty()) {
      line(
          "... and %d failed assertions that need code or goroutines to be slow, by a second or more"
              .formatted(slow.size()));
    }
    if (!consequences.isEmpty()) {
      line(
          "... and %d after their test had failed, which may only be consequences"
              .formatted(consequences.size()));
    }
    line("");
  }

  /** Those of a kind, if there are so many that they are counted. */
  private static List<Finding> counted(List<Finding> findings, Predicate<Finding> kind) {
    List<Finding> found = findings.stream().filter(kind).toList();
    return found.size() >= COUNTED_FROM ? found : List.of();
  }

  /** An assertion that fails for lack of so much time is about time, or its machine hangs. */
  private static boolean needsSeconds(Finding finding) {
    long micros =
        finding.explanation().doubts().stream()
            .mapToLong(doubt ->
                switch (doubt) {
                  case Doubt.SlownessAssumed slow -> slow.millis() * MICROS_IN_MILLI;
                  case Doubt.ComputingAssumed slow -> slow.micros();
                  default -> 0;
                })
            .sum();
    return finding.defect() instanceof Defect.TestFailed && micros >= SECOND;
  }

  private static boolean isConsequence(Finding finding) {
    return finding.explanation().doubts().stream()
        .anyMatch(doubt ->
            doubt instanceof Doubt.PanicAfterFailure
                || (doubt instanceof Doubt.TestFailedBefore failed && failed.consequence()));
  }

  /** The shapes of a finding that is above. */
  void shapes(List<Finding> shapes) throws IOException {
    if (shapes.isEmpty()) {
      return;
    }
    line(ShapeWords.also(shapes.size()));
    for (Finding finding : shapes.stream().limit(MOST_OTHERS).toList()) {
      line("  " + headline.of(finding) + test(finding) + again(finding));
    }
    if (shapes.size() > MOST_OTHERS) {
      line("  ... and %,d more".formatted(shapes.size() - MOST_OTHERS));
    }
    line("");
  }

  private static String test(Finding finding) {
    return finding.test().isEmpty() ? "" : " (" + finding.test() + ")";
  }

  private static String again(Finding finding) {
    String again = CommandWords.of(finding.witness().rerun());
    return again.isEmpty() ? "" : "   " + again;
  }

  /** The others of a group whose first one is above. */
  void others(FindingGroup group) throws IOException {
    List<Finding> others = group.others();
    if (others.isEmpty()) {
      return;
    }
    boolean one = others.size() == 1;
    String link =
        group.isOfRaces()
            ? "that %s an access with it or with each other".formatted(one ? "shares" : "share")
            : "at the same place";
    line(
        "%s %s; -v shows %s in full:"
            .formatted(Plurals.count(others.size(), "more finding"), link, one ? "it" : "them"));
    for (Finding finding : others.stream().limit(MOST_OTHERS).toList()) {
      line("  " + difference(group, finding) + again(finding));
    }
    if (others.size() > MOST_OTHERS) {
      line("  ... and %,d more".formatted(others.size() - MOST_OTHERS));
    }
    line("");
  }

  private static String difference(FindingGroup group, Finding finding) {
    if (group.isOfRaces()) {
      return DefectWords.accesses(finding);
    }
    return DefectWords.of(finding) + test(finding);
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
