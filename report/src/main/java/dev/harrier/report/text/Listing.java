package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette.Ink;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Findings in a line each: those that are no reason to fail, and the table of the others. */
final class Listing {
  /** More lines than this are counted. */
  private static final int MOST = 20;

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
    line(palette.paint(Ink.SUSPECTED, "No reason to fail; -v shows them whole:"));
    // Findings that differ in who takes part, or from where, may read alike.
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Finding finding : findings) {
      lines.merge(headline.inOneLine(finding), 1, Integer::sum);
    }
    int left = findings.size();
    for (Map.Entry<String, Integer> entry : lines.entrySet().stream().limit(MOST).toList()) {
      int alike = entry.getValue();
      line(entry.getKey() + (alike == 1 ? "" : "; %d alike".formatted(alike)));
      left -= alike;
    }
    if (left > 0) {
      line("... and %d more".formatted(left));
    }
    line("");
  }

  /** Where there are several: what was found, a row each. */
  void table(List<Finding> findings) throws IOException {
    if (findings.size() < TABLE_FROM) {
      return;
    }
    int rule = findings.stream().mapToInt(f -> f.rule().id().length()).max().orElse(0);
    int place = findings.stream().mapToInt(f -> place(f).length()).max().orElse(0);
    for (Finding finding : findings) {
      line(
          ("  %-" + rule + "s  %-" + place + "s  %s%s")
              .formatted(finding.rule().id(), place(finding), finding.test(), times(finding))
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
