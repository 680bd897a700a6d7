package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is new since a baseline, and several forms of a report at once, for a real package. */
final class BaselineCommandTest {
  private static final String RACE =
      """

      func %s() int {
      	x := 0
      	go func() { x = 1 }()
      	return x
      }
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private void source(String text) throws Exception {
    Files.writeString(directory.resolve("m.go"), text);
  }

  @BeforeEach
  void aModuleWithARace() throws Exception {
    GoModule.at(directory).file("m.go", "package m\n" + RACE.formatted("old"));
  }

  @Test
  void onlyWhatIsNewFailsAlsoWhenLinesMove() throws Exception {
    assertThat(harrier("vet", "--fail-on", "static", "./...").status()).isEqualTo(1);
    assertThat(harrier("baseline").out())
        .matches("harrier-baseline\\.json: 1 finding of run \\S+\n");

    source("package m\n\n// A line more.\n" + RACE.formatted("old"));
    Result old =
        harrier("vet", "--fail-on", "static", "-baseline", "harrier-baseline.json", "./...");
    assertThat(old.status()).as(old.toString()).isEqualTo(0);
    assertThat(old.out()).contains("nothing found, 1 known from harrier-baseline.json");
    assertThat(harrier("report").status()).isEqualTo(0);

    source("package m\n" + RACE.formatted("old") + RACE.formatted("recent"));
    Result both =
        harrier("vet", "--fail-on", "static", "-baseline", "harrier-baseline.json", "./...");
    assertThat(both.status()).isEqualTo(1);
    assertThat(both.out())
        .contains("m.go:11:14: closure-race")
        .doesNotContain("m.go:5:14:")
        .contains("1 finding, 1 known");

    harrier("baseline");
    assertThat(
            harrier("vet", "--fail-on", "static", "-baseline", "harrier-baseline.json", "./...")
                .status())
        .as("a new baseline has what the old one had, too")
        .isEqualTo(0);
  }

  @Test
  void severalFormsAtOnce() throws Exception {
    Result result =
        harrier(
            "vet",
            "--fail-on",
            "static",
            "-format",
            "text,github,sarif=a.sarif,gitlab=codequality.json",
            "./...");
    assertThat(result.out())
        .contains("m.go:5:14: closure-race: ")
        .contains("\n::error file=m.go,line=5,title=closure-race::");
    assertThat(directory.resolve("a.sarif")).content().contains("\"version\": \"2.1.0\"");
    assertThat(directory.resolve("codequality.json")).content().contains("\"check_name\"");
  }

  @Test
  void theSummaryOfAJobIsAddedTo() throws Exception {
    Path summary = Files.writeString(directory.resolve("summary.md"), "before\n");
    new HarrierProcess(directory)
        .with("GITHUB_STEP_SUMMARY", summary.toString())
        .call("vet", "--fail-on", "static", "-format", "markdown=" + summary, "./...");
    assertThat(summary).content().startsWith("before\n### Harrier: 1 finding");
  }

  @Test
  void badInputIsASentence() throws Exception {
    source("package m\n");
    Files.writeString(directory.resolve("wrong.json"), "[]");
    assertThat(harrier("vet", "--fail-on", "static", "-baseline", "none.json", "./..."))
        .matches(r -> r.status() == 2 && r.err().contains("the baseline none.json can't be read"));
    assertThat(harrier("vet", "--fail-on", "static", "-baseline", "wrong.json", "./..."))
        .matches(r -> r.status() == 2 && r.err().contains("wrong.json is not a baseline: "));
    assertThat(harrier("vet", "--fail-on", "static", "-format", "sarif,json", "./..."))
        .matches(r -> r.status() == 2 && r.err().contains("name one for each"));
    assertThat(harrier("vet", "--fail-on", "static", "-format", "latex", "./..."))
        .matches(r -> r.status() == 2 && r.err().contains("'latex' is not one of text, json"));
    assertThat(harrier("baseline", "nonsense"))
        .matches(r -> r.status() == 2 && r.err().contains("is not the name of a run"));
  }
}
