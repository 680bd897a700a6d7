package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunRecord;
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
    FindingText findings = findings(report.run(), out);
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

  /** Writes one finding of a run, for formats that hold the text of each by itself. */
  public void renderFinding(RunRecord run, Finding finding, Appendable out) throws IOException {
    findings(run, out).write(finding);
  }

  private FindingText findings(RunRecord run, Appendable out) {
    StackText stacks = new StackText(paths, run.go().root());
    return new FindingText(out, palette, stacks, new Excerpt(run.started()));
  }
}
