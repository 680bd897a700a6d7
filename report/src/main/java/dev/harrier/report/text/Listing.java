package dev.harrier.report.text;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.words.Commands;
import dev.harrier.report.words.Messages;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings in a line each: those that are no reason to fail, and those like another one. */
final class Listing {
  /** More lines than this are counted. */
  private static final int MOST = 20;

  /** More findings of one group are counted. */
  private static final int MOST_OTHERS = 8;

  /** From how many on what may follow from the failure of a test is counted. */
  private static final int COUNTED_FROM = 2;

  private final Appendable out;
  private final Palette palette;
  private final Headline headline;

  Listing(Appendable out, Palette palette, Headline headline) {
    this.out = out;
    this.palette = palette;
    this.headline = headline;
  }

  /** The findings that are no reason to fail. */
  void listed(List<Finding> findings) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    line(palette.paint(Ink.SUSPECTED, "These do not fail the run; -v shows them in full:"));
    List<Finding> consequences = findings.stream().filter(Listing::isConsequence).toList();
    boolean counted = consequences.size() >= COUNTED_FROM;
    // Findings that differ in who takes part, or from where, may read alike.
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Finding finding : findings) {
      if (!counted || !isConsequence(finding)) {
        lines.merge(headline.inOneLine(finding), 1, Integer::sum);
      }
    }
    int left = findings.size() - (counted ? consequences.size() : 0);
    for (Map.Entry<String, Integer> entry : lines.entrySet().stream().limit(MOST).toList()) {
      int alike = entry.getValue();
      line(entry.getKey() + (alike == 1 ? "" : "; %d similar".formatted(alike)));
      left -= alike;
    }
    if (left > 0) {
      line("... and %d more".formatted(left));
    }
    if (counted) {
      line(
          "... and %d after their test had failed, which may only be consequences"
              .formatted(consequences.size()));
    }
    line("");
  }

  private static boolean isConsequence(Finding finding) {
    return finding.explanation().doubts().stream()
        .anyMatch(doubt ->
            doubt instanceof Doubt.PanicAfterFailure
                || (doubt instanceof Doubt.TestFailedBefore failed && failed.consequence()));
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
      String again = Commands.of(finding.witness().rerun());
      line("  " + difference(group, finding) + (again.isEmpty() ? "" : "   " + again));
    }
    if (others.size() > MOST_OTHERS) {
      line("  ... and %,d more".formatted(others.size() - MOST_OTHERS));
    }
    line("");
  }

  private static String difference(FindingGroup group, Finding finding) {
    if (group.isOfRaces()) {
      return Messages.accesses(finding);
    }
    String message = Messages.of(finding);
    return finding.test().isEmpty() ? message : message + " (" + finding.test() + ")";
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
