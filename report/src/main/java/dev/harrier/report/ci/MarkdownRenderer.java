package dev.harrier.report.ci;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.Printable;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.Shapes;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.SuggestedLines;
import dev.harrier.report.text.Summary;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.ShapeWords;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The report as a page of Markdown, for step summaries and comments: a table of all findings, then
 * what fails the run, a section each that opens with a click, one for all shapes of a defect.
 */
public final class MarkdownRenderer implements Renderer {
  /** What services cut off anyway; they keep about a megabyte of a summary. */
  private static final int MOST_SECTIONS = 100;

  @Override
  public void render(RunReport foreign, Appendable out) throws IOException {
    RunReport report = Printable.report(foreign);
    Repository repository = new Repository(report.run().moduleRoot());
    StringBuilder summary = new StringBuilder();
    new Summary(summary, Palette.PLAIN, TextRenderer.Volume.BRIEF).write(report);
    List<String> lines = summary.toString().lines().map(Summary::withoutPrefix).toList();
    out.append("### Harrier: ").append(escaped(lines.getLast())).append("\n\n");
    for (String note : lines.subList(0, lines.size() - 1)) {
      out.append("- ").append(escaped(note)).append('\n');
    }
    out.append(lines.size() > 1 ? "\n" : "");
    table(report, repository, out);
    sections(report, repository, out);
  }

  private static void table(RunReport report, Repository repository, Appendable out)
      throws IOException {
    if (report.failing().isEmpty() && report.listed().isEmpty()) {
      return;
    }
    out.append("| | rule | place | what |\n|---|---|---|---|\n");
    Shapes shapes = report.shapes();
    for (Finding finding : report.failing()) {
      row(":x:", finding, shapes, repository, out);
    }
    for (Finding finding : report.listed()) {
      row("", finding, shapes, repository, out);
    }
    out.append('\n');
  }

  private static void row(
      String mark, Finding finding, Shapes shapes, Repository repository, Appendable out)
      throws IOException {
    String shape =
        shapes
            .shapeOf(finding)
            .map(first -> "; " + ShapeWords.of(first, repository.shown(first)))
            .orElse("");
    out.append(
        "| %s | %s (%s) | %s | %s |\n"
            .formatted(
                mark,
                finding.rule().id(),
                finding.strength().name().toLowerCase(Locale.ROOT),
                escaped(repository.shown(finding)),
                escaped(DefectWords.of(finding) + shape)));
  }

  private static void sections(RunReport report, Repository repository, Appendable out)
      throws IOException {
    List<Finding> failing = report.shapes().without(report.failing());
    TextRenderer text =
        new TextRenderer(repository.paths(), Palette.PLAIN, TextRenderer.Volume.BRIEF);
    for (Finding finding : failing.subList(0, Math.min(MOST_SECTIONS, failing.size()))) {
      StringBuilder body = new StringBuilder();
      text.renderFinding(report.run(), finding, body);
      String fence = fence(body.toString());
      out.append("<details><summary>")
          .append(html(finding.rule().id() + " at " + repository.shown(finding)))
          .append("</summary>\n\n")
          .append(fence)
          .append("text\n")
          .append(body.toString().strip())
          .append('\n')
          .append(fence)
          .append("\n\n");
      suggestion(report, finding, repository, out);
      out.append("</details>\n\n");
    }
    if (failing.size() > MOST_SECTIONS) {
      out.append("%d more are in the table.\n".formatted(failing.size() - MOST_SECTIONS));
    }
  }

  private static void suggestion(
      RunReport report, Finding finding, Repository repository, Appendable out) throws IOException {
    List<String> lines = SuggestedLines.of(finding, report.run(), repository.paths());
    if (lines.isEmpty()) {
      return;
    }
    String diff = String.join("\n", lines);
    String fence = fence(diff);
    out.append(
        "%s:\n\n%sdiff\n%s\n%s\n\n"
            .formatted(
                finding
                    .explanation()
                    .suggestedFix()
                    .map(Advice::title)
                    .map(MarkdownRenderer::escaped)
                    .orElse(""),
                fence,
                diff,
                fence));
  }

  /** Longer than every run of backticks in the text, as CommonMark wants it. */
  private static String fence(String text) {
    int longest = 2;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return "`".repeat(longest + 1);
  }

  /** Words in a table's cell or a line: nothing in them is markup. */
  private static String escaped(String words) {
    return html(words)
        .replace("\\", "\\\\")
        .replaceAll("([|`*_\\[\\]~])", "\\\\$1")
        .replace("\r", "")
        .replace("\n", "<br>");
  }

  private static String html(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
