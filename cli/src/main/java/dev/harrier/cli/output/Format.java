package dev.harrier.cli.output;

import dev.harrier.report.Renderer;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.ci.GithubRenderer;
import dev.harrier.report.ci.GitlabRenderer;
import dev.harrier.report.ci.MarkdownRenderer;
import dev.harrier.report.html.HtmlRenderer;
import dev.harrier.report.json.JsonRenderer;
import dev.harrier.report.junit.JunitRenderer;
import dev.harrier.report.sarif.SarifRenderer;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import java.util.Locale;

/** The formats of a report. */
enum Format {
  TEXT,
  JSON,
  SARIF,
  JUNIT,
  HTML,
  GITHUB,
  GITLAB,
  MARKDOWN;

  /** As a user writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a program reads it, so that the stream must have nothing else. */
  boolean isForPrograms() {
    return switch (this) {
      case TEXT, GITHUB -> false;
      case JSON, SARIF, JUNIT, HTML, GITLAB, MARKDOWN -> true;
    };
  }

  /**
   * @param paths how the text report shows files
   * @param palette how it paints
   * @param volume how much it says
   * @param kept the lines that are quoted where a file has changed since the run or is gone
   */
  Renderer renderer(
      SourcePaths paths, Palette palette, TextRenderer.Volume volume, KeptLines kept) {
    return switch (this) {
      case TEXT -> new TextRenderer(paths, palette, volume, kept);
      case JSON -> new JsonRenderer();
      case SARIF -> new SarifRenderer();
      case JUNIT -> new JunitRenderer();
      case HTML -> new HtmlRenderer(paths, kept);
      case GITHUB -> new GithubRenderer();
      case GITLAB -> new GitlabRenderer();
      case MARKDOWN -> new MarkdownRenderer();
    };
  }
}
