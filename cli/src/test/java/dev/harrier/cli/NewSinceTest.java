package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.toolchain.tool.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is new since a revision of a real repository. */
final class NewSinceTest {
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

  private String git(String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("git", "-c", "user.name=T", "-c", "user.email=t@t"));
    line.addAll(List.of(arguments));
    Command.Outcome outcome = Command.run(line, directory, System.getenv());
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(0);
    return outcome.output().strip();
  }

  private void source(String text) throws Exception {
    Files.writeString(directory.resolve("m.go"), "package m\n" + text);
  }

  @BeforeEach
  void aRepositoryWithARace() throws Exception {
    GoModule.at(directory);
    source(RACE.formatted("old"));
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "-m", "first");
  }

  @Test
  void onlyWhatTheRevisionDidNotHaveFails() throws Exception {
    assertThat(harrier("vet", "--fail-on", "static", "./...").status()).isEqualTo(1);
    assertThat(directory.resolve(".harrier/latest/run.json"))
        .content()
        .contains("\"commit\": \"%s\"".formatted(git("rev-parse", "HEAD")))
        .contains("\"changed\": false");

    git("switch", "--quiet", "-c", "feature");
    source("// A line more.\n" + RACE.formatted("old"));
    Result old = harrier("vet", "--fail-on", "static", "--new-since", "main", "./...");
    assertThat(old.status()).as(old.toString()).isEqualTo(0);
    assertThat(old.out()).containsPattern("nothing found, 1 known from main \\(run \\S+\\)");

    source(RACE.formatted("old") + RACE.formatted("recent"));
    git("commit", "--quiet", "-a", "-m", "second");
    Result both = harrier("vet", "--fail-on", "static", "-new-since", "main", "./...");
    assertThat(both.status()).isEqualTo(1);
    assertThat(both.out()).contains("m.go:11:14: closure-race").doesNotContain("m.go:5:14:");

    assertThat(harrier("vet", "--fail-on", "static", "./...").out()).contains("2 findings");
    Result judged = harrier("report", "--new-since", "main");
    assertThat(judged.status()).isEqualTo(1);
    assertThat(judged.out()).contains("1 finding, 1 known from main");
  }

  @Test
  void withoutARunToCompareWithNothingRuns() throws Exception {
    Result none = harrier("vet", "--fail-on", "static", "--new-since", "main", "./...");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err())
        .contains("no run of harrier vet is stored that was made from main (commit ")
        .contains("make one with git checkout ");

    Files.writeString(directory.resolve("new.go"), "package m\n");
    harrier("vet", "--fail-on", "static", "./...");
    assertThat(harrier("vet", "--fail-on", "static", "--new-since", "main", "./...").err())
        .contains("the runs of harrier vet at main (commit ");
    assertThat(directory.resolve(".harrier/runs")).isDirectoryContaining(p -> true);
    try (var runs = Files.list(directory.resolve(".harrier/runs"))) {
      assertThat(runs).hasSize(1);
    }

    Result wrong = harrier("vet", "--fail-on", "static", "--new-since", "nowhere", "./...");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("-new-since nowhere names no revision of this repository");
  }

  @Test
  void whatIsNoRepositoryHasNoRevision(@TempDir Path elsewhere) throws Exception {
    GoModule.at(elsewhere).file("m.go", "package m\n");
    HarrierProcess harrier = new HarrierProcess(elsewhere);
    assertThat(harrier.call("vet", "--fail-on", "static", "./...").status()).isEqualTo(0);
    assertThat(elsewhere.resolve(".harrier/latest/run.json"))
        .content()
        .doesNotContain("\"revision\"");
    assertThat(harrier.call("vet", "--fail-on", "static", "--new-since", "HEAD", "./..."))
        .matches(r -> r.status() == 2 && r.err().contains("not a git repository"));
  }
}
