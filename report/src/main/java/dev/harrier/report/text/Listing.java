package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette.Ink;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

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
    for (Finding finding : findings.subList(0, Math.min(MOST, findings.size()))) {
      line(headline.inOneLine(finding));
    }
    if (findings.size() > MOST) {
      line("... and %d more".formatted(findings.size() - MOST));
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
