package dev.harrier.ide.mcp;

import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.DefectWords;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Findings as the tools answer them. */
final class FindingData {
  private FindingData() {}

  /** What it takes to choose one. */
  static Map<String, Object> brief(RunReport report, Finding finding) {
    Location at = finding.location();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", finding.fingerprint());
    data.put("rule", finding.rule().id());
    data.put("strength", finding.strength().name().toLowerCase(Locale.ROOT));
    data.put("fails", report.fails(finding));
    data.put("message", DefectWords.of(finding));
    String cause = Causes.of(finding.witness());
    if (!cause.isEmpty()) {
      data.put("cause", cause);
    }
    data.put("file", new SourcePaths(report.run().moduleRoot()).shown(at.file()));
    data.put("line", at.line());
    data.put("function", at.function());
    data.put("test", finding.test());
    data.put("replay", CommandWords.of(finding.witness().rerun()));
    data.put("fix", Advice.of(finding));
    data.put("run", report.run().id().value());
    return data;
  }

  /** All of it, as {@code docs/findings.schema.json} has it. */
  static Map<String, Object> whole(StoredFinding stored) throws IOException {
    return McpJsonDefaults.getMapper()
        .readValue(JsonDocuments.finding(stored.report(), stored.finding()), new Any());
  }

  private static final class Any extends TypeRef<Map<String, Object>> {}

  /** The text report of one finding, with stacks, steps and the interleaving. */
  static String text(StoredFinding stored) throws IOException {
    StringBuilder text = new StringBuilder();
    renderer(stored.report(), TextRenderer.Volume.WHOLE)
        .renderFinding(stored.run(), stored.finding(), text);
    return text.toString();
  }

  /** The text report of a run. */
  static String text(RunReport report) throws IOException {
    StringBuilder text = new StringBuilder();
    renderer(report, TextRenderer.Volume.BRIEF).render(report, text);
    return text.toString();
  }

  private static TextRenderer renderer(RunReport report, TextRenderer.Volume volume) {
    return new TextRenderer(new SourcePaths(report.run().moduleRoot()), Palette.PLAIN, volume);
  }
}
