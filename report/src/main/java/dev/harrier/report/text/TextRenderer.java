package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette.Ink;
import java.io.IOException;
import java.util.List;

/** The report for people. */
public final class TextRenderer implements Renderer {
  private final SourcePaths paths;
  private final Palette palette;

  /**
   * @param paths relative to the directory where the reader is
   */
  public TextRenderer(SourcePaths paths, Palette palette) {
    this.paths = paths;
    this.palette = palette;
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    StackText stacks = new StackText(paths, report.run().go().root());
    Excerpt excerpt = new Excerpt(report.run().started());
    FindingText findings = new FindingText(out, palette, stacks, excerpt);
    for (Finding finding : report.proven()) {
      findings.write(finding);
    }
    List<Finding> suspicious = report.suspicious();
    if (!suspicious.isEmpty()) {
      out.append(palette.paint(Ink.SUSPECTED, "Suspicious, not proved; no reason to fail:"));
      out.append("\n\n");
      for (Finding finding : suspicious) {
        findings.write(finding);
      }
    }
    new Summary(out, palette).write(report);
  }
}
