package dev.harrier.report.html;

import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The report as a page of its own. */
public final class HtmlRenderer implements Renderer {
  private final SourcePaths paths;

  /**
   * @param paths relative to the directory where the reader is
   */
  public HtmlRenderer(SourcePaths paths) {
    this.paths = paths;
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    out.append(
        resource("page.html")
            .replace("/*STYLE*/", resource("page.css"))
            .replace("/*SCRIPT*/", resource("page.js"))
            .replace("/*REPORT*/", PageWriter.of(report, paths)));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(HtmlRenderer.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
