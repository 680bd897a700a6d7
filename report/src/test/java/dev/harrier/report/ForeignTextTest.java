package dev.harrier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.ci.GithubRenderer;
import dev.harrier.report.ci.MarkdownRenderer;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.junit.JunitRenderer;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** Runs that others made: whatever text one has in whatever place, reports show it as text. */
final class ForeignTextTest {
  private static final String EVIL =
      "\u001b]0;title\u0007\r\n::error::injected\n# heading\n</script><script>alert(1)</script>"
          + "\"'><img src=x> ```` `x` [l](javascript:x) |a| ]]> \u202e %0A";

  private static final Pattern FENCED = Pattern.compile("(?s)(`{3,})\\w*\\n.*?\\n\\1\\n");

  @TempDir private Path root;

  private List<RunReport> samples() throws IOException {
    SampleReports reports = new SampleReports(root);
    return List.of(
        reports.leak(),
        reports.leakInProduction(),
        reports.explored(),
        reports.of(
            new RunOutcome.ToolFailed(new ToolFailure.Stopped("no space")),
            SampleEndings.gaps(),
            SampleEndings.remarks().toArray(Remark[]::new)));
  }

  @Test
  void noTextOfARunIsMoreThanText() throws Exception {
    int shown = 0;
    for (RunReport sample : samples()) {
      String text = JsonDocuments.report(sample);
      Set<String> places = new TreeSet<>();
      places("", JsonParser.parseString(text), places);
      for (String place : places) {
        Optional<RunReport> report = read(with(text, place));
        if (report.isPresent()) {
          check(report.get(), place);
          shown++;
        }
      }
    }
    assertThat(shown).isGreaterThan(100);
  }

  /** The names that lead to texts; all elements of a list have one. */
  private static void places(String place, JsonElement element, Set<String> places) {
    if (element.isJsonObject()) {
      element.getAsJsonObject().asMap().forEach((k, v) -> places(place + "." + k, v, places));
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(e -> places(place, e, places));
    } else if (element.isJsonPrimitive() && element.getAsJsonPrimitive().isString()) {
      places.add(place);
    }
  }

  private static String with(String text, String place) {
    return replaced("", JsonParser.parseString(text), place).toString();
  }

  private static JsonElement replaced(String here, JsonElement element, String place) {
    if (element.isJsonObject()) {
      Map<String, JsonElement> members = element.getAsJsonObject().asMap();
      members.replaceAll((k, v) -> replaced(here + "." + k, v, place));
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().asList().replaceAll(e -> replaced(here, e, place));
    } else if (here.equals(place)) {
      return new JsonPrimitive(EVIL);
    }
    return element;
  }

  /** Empty where a text is one of a list, which this one is not. */
  private Optional<RunReport> read(String text) {
    try {
      return Optional.of(
          new RunReport(
              JsonDocuments.readRun(new StringReader(text)),
              JsonDocuments.readFindings(new StringReader(text), root)));
    } catch (MalformedJsonException e) {
      return Optional.empty();
    }
  }

  private void check(RunReport report, String place) throws Exception {
    SourcePaths paths = new SourcePaths(root);
    List<String> logs = new ArrayList<>();
    for (TextRenderer.Volume volume : TextRenderer.Volume.values()) {
      logs.add(rendered(new TextRenderer(paths, Palette.PLAIN, volume), report));
    }
    String github = rendered(new GithubRenderer(), report);
    logs.add(github);
    String markdown = rendered(new MarkdownRenderer(), report);
    assertThat(logs).as(place).allSatisfy(ForeignTextTest::isPlain);
    isPlain(markdown);
    String markup = FENCED.matcher(markdown).replaceAll("\n");
    assertThat(markup).as(place).doesNotContain("<script", "<img", "\n# ");
    // A line of HTML has no other markup.
    assertThat(markup.replaceAll("(?m)^<details>.*$", "")).as(place).doesNotContain("[l](");
    String junit = rendered(new JunitRenderer(), report);
    assertThatCode(() ->
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(junit))))
        .as(place)
        .doesNotThrowAnyException();
  }

  private static void isPlain(String log) {
    assertThat(log).doesNotContain("\u001b", "\u0007", "\r", "\u202e", "\n::error::injected");
  }

  private static String rendered(Renderer renderer, RunReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    renderer.render(report, out);
    return out.toString();
  }
}
