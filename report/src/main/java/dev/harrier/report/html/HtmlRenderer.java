package dev.harrier.report.html;

import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import java.io.IOException;

/** The report as a page of its own. */
public final class HtmlRenderer implements Renderer {
  private final SourcePaths paths;
  private final KeptLines kept;

  /**
   * For what has its sources at hand.
   *
   * @param paths relative to the directory where the reader is
   */
  public HtmlRenderer(SourcePaths paths) {
    this(paths, KeptLines.NONE);
  }

  /**
   * @param paths relative to the directory where the reader is
   * @param kept the lines that are quoted where a file has changed since the run or is gone
   */
  public HtmlRenderer(SourcePaths paths, KeptLines kept) {
    this.paths = paths;
    this.kept = kept;
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    out.append(Page.of(data(report)));
  }

  /** What a page shows, as a line of JSON that may stand inside a script element. */
  public String data(RunReport report) throws IOException {
    return PageWriter.of(report, paths, kept);
  }
}
