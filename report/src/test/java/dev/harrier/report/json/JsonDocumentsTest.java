package dev.harrier.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleEndings;
import dev.harrier.report.SampleReports;
import dev.harrier.report.words.ProgressLine;
import dev.harrier.testkit.Golden;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonDocumentsTest {
  private static final Path SCHEMA = Path.of("../docs/findings.schema.json");

  @TempDir private Path root;

  static Stream<RunOutcome> outcomes() {
    return Stream.of(
        new RunOutcome.Passed(),
        new RunOutcome.TargetFailed(1, new TargetFailure.DoesNotBuild()),
        new RunOutcome.TargetFailed(
            2, new TargetFailure.Of("one", new TargetFailure.EndedWithStatus(2))),
        new RunOutcome.TargetFailed(
            1,
            new TargetFailure.AlwaysFailed(
                List.of(new TargetFailure.Executed("example.com/m.TestA", 12)))),
        new RunOutcome.TimedOut(Duration.ofMinutes(10)),
        new RunOutcome.Interrupted(),
        new RunOutcome.ToolFailed(new ToolFailure.Stopped("no space left on the device")),
        new RunOutcome.ToolFailed(
            new ToolFailure.FunctionsNotAnalyzed(
                List.of(new ToolFailure.Unanalyzed("m.Serve", "java.lang.StackOverflowError")))));
  }

  private RunReport leak() throws IOException {
    Files.createDirectories(root.resolve("find"));
    for (String file : List.of("find.go", "find_test.go", "poll.go")) {
      Files.writeString(root.resolve("find").resolve(file), "package find\n");
    }
    return new SampleReports(root).leak();
  }

  @Test
  void aReportReadsBackAsItWas() throws IOException {
    RunReport report = leak();
    String text = JsonDocuments.report(report);

    RunReport read =
        new RunReport(
            JsonDocuments.readRun(new StringReader(text)),
            JsonDocuments.readFindings(new StringReader(text), root));

    assertThat(read).isEqualTo(report);
  }

  @Test
  void filesOfTheModuleAreRelativeToItsRoot() throws IOException {
    assertThat(JsonDocuments.findings(leak()))
        .contains("\"file\": \"find/find.go\"")
        .contains("\"file\": \"/usr/local/go/src/runtime/chan.go\"")
        .doesNotContain(root.toString());
  }

  @Test
  void leaksInProductionReadBack() throws IOException {
    leak();
    RunReport report = new SampleReports(root).leakInProduction();
    String text = JsonDocuments.report(report);

    assertThat(violations(text)).isEmpty();
    assertThat(
            new RunReport(
                JsonDocuments.readRun(new StringReader(text)),
                JsonDocuments.readFindings(new StringReader(text), root)))
        .isEqualTo(report);
  }

  @Test
  void whatAnExplorationKnowsReadsBack() throws IOException {
    leak();
    RunReport report = new SampleReports(root).explored();
    String text = JsonDocuments.report(report);

    assertThat(violations(text)).isEmpty();
    assertThat(text).contains("\"file\": \"find/find.go\"").doesNotContain(root + "/find");
    assertThat(JsonDocuments.readRun(new StringReader(text))).isEqualTo(report.run());
  }

  @Test
  void progressReadsBack() throws IOException {
    RunProgress progress =
        new RunProgress(
            61_000,
            1_220,
            3,
            List.of(
                new ProgressFigure.Orders(4),
                new ProgressFigure.Covered(1, 8),
                new ProgressFigure.FailingTest("m.TestA", 2, 40, "no answer"),
                new ProgressFigure.RequirementsMet(1),
                new ProgressFigure.AtWork(0),
                new ProgressFigure.Announced(2),
                new ProgressFigure.Pending(0),
                new ProgressFigure.NoAnswer("connection refused")),
            "m.TestB");

    RunProgress read =
        JsonDocuments.readProgress(new StringReader(JsonDocuments.progress(progress)));

    assertThat(read).isEqualTo(progress);
    assertThat(ProgressLine.of(read))
        .isEqualTo(
            "1,220 executions in 61 s, 20 a second, 4 orders, coverage 12.5 %, m.TestA failed without a finding in 2 of 40 executions (no answer), 1 coverage requirement met, no worker at work, 2 findings announced, 0 to be confirmed by another worker, no answer from the campaign's server (connection refused): trying again, 3 tests remaining, m.TestB");
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void everyOutcomeReadsBack(RunOutcome outcome) throws IOException {
    RunReport report =
        new SampleReports(root)
            .of(outcome, SampleEndings.gaps(), SampleEndings.remarks().toArray(Remark[]::new));
    assertThat(JsonDocuments.readRun(new StringReader(JsonDocuments.run(report.run()))))
        .isEqualTo(report.run());
    assertThat(violations(JsonDocuments.report(report))).isEmpty();
  }

  /** {@code mvn test -Dgolden.refresh} writes it again. */
  @Test
  void theSchemaIsThatOfTheTypes() throws IOException {
    JsonObject schema =
        JsonParser.parseString(Files.readString(Path.of("src/test/resources/schema-of-runs.json")))
            .getAsJsonObject();
    TypeSchema types = new TypeSchema();
    JsonObject finding = types.object(Finding.class);
    for (String words : List.of("message", "proof")) {
      JsonObject text = new JsonObject();
      text.addProperty("type", "string");
      finding.getAsJsonObject("properties").add(words, text);
      finding.getAsJsonArray("required").add(words);
    }
    for (String words : List.of("cause", "shapeOf")) {
      JsonObject text = new JsonObject();
      text.addProperty("type", "string");
      finding.getAsJsonObject("properties").add(words, text);
    }
    types.of(Explored.class);
    types.of(Gap.class);
    types.of(Remark.class);
    types.of(TargetFailure.class);
    types.of(ToolFailure.class);
    JsonObject definitions = schema.getAsJsonObject("$defs");
    definitions.add("finding", finding);
    types.definitions().forEach(definitions::add);
    String text =
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(schema);
    Golden.assertMatches(SCHEMA, text + "\n");
  }

  @Test
  void aReportIsWhatTheSchemaSays() throws IOException {
    assertThat(violations(JsonDocuments.report(leak()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rule", "strength", "message", "fingerprint", "witness", "explanation"})
  void theSchemaRefusesAFindingWithout(String member) throws IOException {
    String damaged = JsonDocuments.report(leak()).replace("\"" + member + "\":", "\"other\":");
    assertThat(violations(damaged)).isNotEmpty();
  }

  private static List<Error> violations(String document) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
    return schema.validate(document, InputFormat.JSON);
  }

  @Test
  void damageIsReportedWithItsPlace() throws IOException {
    String text = JsonDocuments.findings(leak()).replace("\"line\": 13", "\"line\": \"13\"");
    assertThatThrownBy(() -> JsonDocuments.readFindings(new StringReader(text), root))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage(
            "$.findings[0].explanation.participants[0].createdAt.frames[0].line:"
                + " expected a whole number, found \"13\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"version\": 9}", "{\"version\": 2}", "\0\0\0"})
  void whatIsNotADocumentIsRefused(String text) {
    assertThatThrownBy(() -> JsonDocuments.readFindings(new StringReader(text), root))
        .isInstanceOf(MalformedJsonException.class);
    assertThatThrownBy(() -> JsonDocuments.readRun(new StringReader(text)))
        .isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void aBaselineIsALineForEachFindingAndReadsBack() throws IOException {
    RunReport report = leak();
    String text = JsonDocuments.baseline(List.of(report, report));
    assertThat(text.lines().filter(line -> line.contains("fingerprint"))).hasSize(2);
    assertThat(JsonDocuments.readBaseline(new StringReader(text)))
        .containsExactlyInAnyOrderElementsOf(
            report.findings().stream().map(Finding::fingerprint).toList());
    assertThat(JsonDocuments.readBaseline(new StringReader(JsonDocuments.baseline(List.of()))))
        .isEmpty();
  }

  @Test
  void whatWasKnownIsStoredWithTheRun() throws IOException {
    RunReport report = leak();
    Baseline known = new Baseline("base.json", Set.of(report.findings().getFirst().fingerprint()));
    RunReport judged = report.judgedBy(new FailurePolicy(FailOn.PREDICTED, known));
    assertThat(JsonDocuments.readRun(new StringReader(JsonDocuments.report(judged))).policy())
        .isEqualTo(judged.run().policy());
  }
}
