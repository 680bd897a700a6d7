package dev.harrier.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleReports;
import dev.harrier.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CiRenderersTest {
  @TempDir private Path root;

  private static String render(Renderer renderer, RunReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    renderer.render(report, out);
    return out.toString();
  }

  private static Finding at(Finding f, String file) {
    return new Finding(
        f.rule(),
        f.strength(),
        f.defect(),
        new Location(file, 7, 1, "dep.Run", "dep"),
        f.test(),
        f.explanation(),
        f.witness(),
        f.fingerprint(),
        f.sightings());
  }

  /** The leak, as one whose place is in a dependency. */
  private RunReport leakInDependency() {
    RunReport leak = new SampleReports(root).leak();
    return new RunReport(
        leak.run(), List.of(at(leak.failing().getFirst(), "/modules/dep@v1.0.0/run.go")));
  }

  private RunReport known(RunReport report) {
    String fingerprint = report.failing().getFirst().fingerprint();
    return report.judgedBy(
        new FailurePolicy(
            FailOn.OBSERVED, new Baseline("base.json", Set.of(fingerprint, "of another"))));
  }

  @Test
  void aCommentAndAnAnnotationHaveTheEditThatMayFixIt() throws IOException {
    Path file = root.resolve("find/find.go");
    Files.createDirectories(root.resolve("find"));
    Files.writeString(file, "\n".repeat(10) + "\tch := make(chan string)\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    assertThat(render(new MarkdownRenderer(), new SampleReports(root).leak()))
        .contains(
            """
            Give the channel room for a value that may never be received:

            ```diff
            @@ find/find.go:11 @@
            -	ch := make(chan string)
            +	ch := make(chan string, 1)
            ```
            """);
    assertThat(render(new GithubRenderer(), new SampleReports(root).leak()))
        .contains(
            "%0ASuggested fix: Give the channel room for a value that may never be received"
                + "%0A@@ find/find.go:11 @@"
                + "%0A-\tch := make(chan string)%0A+\tch := make(chan string, 1)\n");
  }

  @Test
  void annotationsAreALineEachAndWhatFailsComesFirst() throws IOException {
    String text = render(new GithubRenderer(), new SampleReports(root).leak());
    Golden.assertMatches("leak.github.txt", text);
    assertThat(text.lines()).hasSize(2).allMatch(line -> line.startsWith("::"));
    assertThat(text).startsWith("::error file=find/find.go,line=14,title=goroutine-leak::");
  }

  @Test
  void aFindingInADependencyIsShownWhereTheRepositoryLedToIt() throws IOException {
    assertThat(render(new GithubRenderer(), leakInDependency()))
        .contains("file=find/")
        .contains("::/modules/dep@v1.0.0/run.go:7: ");
    JsonObject entry =
        JsonParser.parseString(render(new GitlabRenderer(), leakInDependency()))
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject();
    assertThat(entry.getAsJsonObject("location").get("path").getAsString()).startsWith("find/");
  }

  @Test
  void pathsCountFromTheRootOfTheRepository() throws IOException {
    Path module = Files.createDirectories(root.resolve("sub,dir/mod"));
    Files.createDirectory(root.resolve(".git"));
    assertThat(render(new GithubRenderer(), new SampleReports(module).leak()))
        .contains("file=sub%2Cdir/mod/find/find.go,");
  }

  @Test
  void codeQualityHasWhatTheServiceWants() throws IOException {
    RunReport report = new SampleReports(root).leak();
    JsonArray entries =
        JsonParser.parseString(render(new GitlabRenderer(), report)).getAsJsonArray();
    assertThat(entries).hasSize(2);
    JsonObject leak = entries.get(0).getAsJsonObject();
    assertThat(leak.get("severity").getAsString()).isEqualTo("critical");
    assertThat(leak.get("fingerprint").getAsString())
        .isEqualTo(report.findings().getFirst().fingerprint());
    assertThat(leak.getAsJsonObject("location").getAsJsonObject("lines").get("begin").getAsInt())
        .isEqualTo(report.findings().getFirst().location().line());
    assertThat(entries.get(1).getAsJsonObject().get("severity").getAsString()).isEqualTo("info");
  }

  @Test
  void aPageHasATableAndASectionForWhatFails() throws IOException {
    Golden.assertMatches("leak.md", render(new MarkdownRenderer(), new SampleReports(root).leak()));
  }

  @Test
  void whatIsKnownIsCountedAndNowhereElse() throws IOException {
    RunReport report = known(new SampleReports(root).leak());
    assertThat(report.failing()).isEmpty();
    assertThat(report.run().policy().known().fingerprints()).hasSize(1);
    assertThat(render(new GithubRenderer(), report)).doesNotContain("find.go");
    assertThat(render(new GitlabRenderer(), report)).doesNotContain("find.go");
    assertThat(render(new MarkdownRenderer(), report))
        .contains("1 known from base.json")
        .doesNotContain("find.go");
  }
}
