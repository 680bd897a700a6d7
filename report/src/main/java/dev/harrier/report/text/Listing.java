package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.words.Commands;
import dev.harrier.report.words.Messages;
import dev.harrier.report.words.Names;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Findings in a line each: those that are no reason to fail, and the table of the others. */
final class Listing {
  /** More lines than this are counted. */
  private static final int MOST = 20;

  /** More findings of one group are counted. */
  private static final int MOST_OTHERS = 8;

  /** Fewer findings than this can be seen at a glance. */
  private static final int TABLE_FROM = 4;

  private final Appendable out;
  private final Palette palette;
  private final Headline headline;
  private final SourcePaths paths;

  Listing(Appendable out, Palette palette, Headline headline, SourcePaths paths) {
    this.out = out;
    this.palette = palette;
    this.headline = headline;
    this.paths = paths;
  }

  /** The findings that are no reason to fail. */
  void listed(List<Finding> findings) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    line(palette.paint(Ink.SUSPECTED, "These do not fail the run; -v shows them in full:"));
    // Findings that differ in who takes part, or from where, may read alike.
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Finding finding : findings) {
      lines.merge(headline.inOneLine(finding), 1, Integer::sum);
    }
    int left = findings.size();
    for (Map.Entry<String, Integer> entry : lines.entrySet().stream().limit(MOST).toList()) {
      int alike = entry.getValue();
      line(entry.getKey() + (alike == 1 ? "" : "; %d similar".formatted(alike)));
      left -= alike;
    }
    if (left > 0) {
      line("... and %d more".formatted(left));
    }
    line("");
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
            .formatted(Names.count(others.size(), "more finding"), link, one ? "it" : "them"));
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

  /** Where there are several: what was found, a row for each group. */
  void table(List<FindingGroup> groups) throws IOException {
    if (groups.size() < TABLE_FROM) {
      return;
    }
    int rule = groups.stream().mapToInt(g -> g.first().rule().id().length()).max().orElse(0);
    int place = groups.stream().mapToInt(g -> place(g.first()).length()).max().orElse(0);
    for (FindingGroup group : groups) {
      Finding finding = group.first();
      line(
          ("  %-" + rule + "s  %-" + place + "s  %s%s%s")
              .formatted(
                  finding.rule().id(),
                  place(finding),
                  finding.test(),
                  times(finding),
                  group.others().isEmpty()
                      ? ""
                      : ", and " + Names.count(group.others().size(), "more finding"))
              .stripTrailing());
    }
    line("");
  }

  private String place(Finding finding) {
    return paths.shown(finding.location().file()) + ":" + finding.location().line();
  }

  private static String times(Finding finding) {
    return finding.count() == 1 ? "" : String.format(Locale.ROOT, " (%,d times)", finding.count());
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
