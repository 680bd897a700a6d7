package dev.harrier.report.sarif;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleEndings;
import dev.harrier.report.SampleReports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SarifRendererTest {
  @TempDir private Path root;

  private static String render(RunReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    new SarifRenderer().render(report, out);
    return out.toString();
  }

  private static JsonObject run(RunReport report) throws IOException {
    JsonObject log = JsonParser.parseString(render(report)).getAsJsonObject();
    return log.getAsJsonArray("runs").get(0).getAsJsonObject();
  }

  private static List<Error> violations(String log) throws IOException {
    try (InputStream in =
        SarifRendererTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
              .getSchema(text, InputFormat.JSON);
      return schema.validate(log, InputFormat.JSON);
    }
  }

  @Test
  void theLogIsWhatTheStandardsSchemaSays() throws IOException {
    assertThat(violations(render(new SampleReports(root).leak()))).isEmpty();
    RunReport incomplete =
        new SampleReports(root)
            .of(
                new RunOutcome.ToolFailed(new ToolFailure.Stopped("x")),
                SampleEndings.gaps(),
                SampleEndings.remarks().toArray(Remark[]::new));
    assertThat(violations(render(incomplete))).isEmpty();
    assertThat(violations("{\"version\": \"2.1.0\", \"runs\": [{}]}")).isNotEmpty();
  }

  @Test
  void pathsCountFromTheRootOfTheRepository() throws IOException {
    Path module = root.resolve("a dir/mod");
    Files.createDirectories(module);
    Files.createDirectory(root.resolve(".git"));

    JsonObject run = run(new SampleReports(module).leak());

    JsonObject place = artifact(run.getAsJsonArray("results").get(0).getAsJsonObject());
    assertThat(place.get("uri").getAsString()).isEqualTo("a%20dir/mod/find/find.go");
    assertThat(place.get("uriBaseId").getAsString()).isEqualTo("%SRCROOT%");
    assertThat(
            run.getAsJsonObject("originalUriBaseIds")
                .getAsJsonObject("%SRCROOT%")
                .get("uri")
                .getAsString())
        .isEqualTo("file://" + root + "/");
  }

  /** What is in front of a colon would be the scheme, and need not have the form of one. */
  @Test
  void theFirstNameOfAPathMayHaveAColon() throws IOException {
    Path module = Files.createDirectories(root.resolve("a b:c/mod"));
    Files.createDirectory(root.resolve(".git"));

    JsonObject run = run(new SampleReports(module).leak());

    assertThat(
            artifact(run.getAsJsonArray("results").get(0).getAsJsonObject())
                .get("uri")
                .getAsString())
        .isEqualTo("./a%20b:c/mod/find/find.go");
  }

  private static JsonObject artifact(JsonObject result) {
    return result
        .getAsJsonArray("locations")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("physicalLocation")
        .getAsJsonObject("artifactLocation");
  }

  @Test
  void aResultHasItsRuleItsLevelItsFingerprintAndItsGoroutines() throws IOException {
    JsonObject run = run(new SampleReports(root).leak());
    JsonArray results = run.getAsJsonArray("results");
    JsonObject leak = results.get(0).getAsJsonObject();
    JsonObject rule =
        run.getAsJsonObject("tool")
            .getAsJsonObject("driver")
            .getAsJsonArray("rules")
            .get(leak.get("ruleIndex").getAsInt())
            .getAsJsonObject();

    assertThat(rule.get("id").getAsString()).isEqualTo("goroutine-leak");
    assertThat(rule.getAsJsonObject("help").has("markdown")).isTrue();
    assertThat(leak.get("level").getAsString()).isEqualTo("error");
    assertThat(leak.getAsJsonObject("partialFingerprints").get("harrier/v2").getAsString())
        .isEqualTo("5f1c0a77");
    assertThat(leak.getAsJsonArray("stacks")).hasSize(1);
    assertThat(leak.getAsJsonArray("codeFlows")).hasSize(1);
    assertThat(results.get(1).getAsJsonObject().get("level").getAsString()).isEqualTo("note");
  }

  @ParameterizedTest
  @CsvSource({
    "OBSERVED, very-high, error",
    "PREDICTED, medium, warning",
    "STATIC, medium, warning",
  })
  void aRuleSaysHowFirmlyItsFindingsStand(Strength strength, String precision, String level)
      throws IOException {
    RunReport sample = new SampleReports(root).leak();
    Finding leak = sample.findings().getFirst();
    Rule rule = new Rule(leak.rule().id(), "title", "advice", strength);
    Finding finding =
        Finding.of(
            rule,
            strength,
            leak.defect(),
            leak.location(),
            leak.test(),
            leak.explanation(),
            leak.fingerprint());
    JsonObject shown =
        run(new RunReport(sample.run(), List.of(finding)))
            .getAsJsonObject("tool")
            .getAsJsonObject("driver")
            .getAsJsonArray("rules")
            .get(0)
            .getAsJsonObject();

    JsonObject properties = shown.getAsJsonObject("properties");
    assertThat(properties.get("precision").getAsString()).isEqualTo(precision);
    assertThat(properties.get("problem.severity").getAsString()).isEqualTo(level);
    assertThat(shown.getAsJsonObject("defaultConfiguration").get("level").getAsString())
        .isEqualTo(level);
  }

  @Test
  void aFixIsWhatIsDeletedAndInserted() throws IOException {
    JsonObject fix =
        run(new SampleReports(root).leak())
            .getAsJsonArray("results")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("fixes")
            .get(0)
            .getAsJsonObject();
    JsonObject change = fix.getAsJsonArray("artifactChanges").get(0).getAsJsonObject();
    assertThat(change.getAsJsonObject("artifactLocation").get("uri").getAsString())
        .isEqualTo("find/find.go");
    JsonObject replacement = change.getAsJsonArray("replacements").get(0).getAsJsonObject();
    assertThat(replacement.getAsJsonObject("deletedRegion").toString())
        .isEqualTo("{\"startLine\":11,\"startColumn\":24,\"endLine\":11,\"endColumn\":24}");
    assertThat(replacement.getAsJsonObject("insertedContent").get("text").getAsString())
        .isEqualTo(", 1");
  }

  @Test
  void theMessageLinksToTheRelatedPlaces() throws IOException {
    JsonObject leak =
        run(new SampleReports(root).leak()).getAsJsonArray("results").get(0).getAsJsonObject();
    assertThat(leak.getAsJsonObject("message").get("text").getAsString())
        .contains("[g19 was created here](1)")
        .contains("[channel o3 was made here](2)");
    assertThat(leak.getAsJsonArray("relatedLocations")).hasSize(2);
  }

  @Test
  void theStandardsWordsTellWhatIsNew() throws IOException {
    RunReport report = new SampleReports(root).leak();
    assertThat(render(report)).doesNotContain("baselineState");
    Baseline known = new Baseline("base.json", Set.of(report.findings().getFirst().fingerprint()));
    RunReport judged = report.judgedBy(new FailurePolicy(FailOn.OBSERVED, known));
    assertThat(violations(render(judged))).isEmpty();
    assertThat(run(judged).getAsJsonArray("results"))
        .extracting(result -> result.getAsJsonObject().get("baselineState").getAsString())
        .containsExactly("unchanged", "new");
  }
}
