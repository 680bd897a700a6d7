package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Go's race detector says becomes findings, wherever {@code -race} is given. */
final class DataRaceTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  /** The write in line 9 and the read in line 10 are not ordered. */
  private static final String RACE =
      """
      n := 0
      done := make(chan bool, 1)
      go func() { n = 1; done <- true }()
      _ = n
      <-done
      """;

  @TempDir private Path directory;

  @BeforeEach
  void needsTheDetector() {
    RaceDetector.assumeIsHere();
  }

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).with("GOPROXY", "off").with("GOFLAGS", "").call(arguments);
  }

  private RunReport latest() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  @Test
  void theProgramsHaveTheirRacesAndNoOthers() throws Exception {
    Path program = PROGRAMS.resolve("data-race");
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    try (Stream<Path> files = Files.walk(program)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        copy(file, directory.resolve("data-race").resolve(program.relativize(file)));
      }
    }
    Result result = harrier("test", "-race", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    List<Want> wants = WantComments.in(directory);
    RunReport report = latest();
    WantedFindings.check("data-race", wants, report);
    assertThat(report.findings())
        .allSatisfy(f -> assertThat(f.test()).startsWith("Test"))
        .extracting(Finding::test)
        .contains("TestHits", "TestPeek", "TestLookups/both", "TestResult");
    assertThat(result.out() + result.err()).doesNotContain("WARNING: DATA RACE");
  }

  private static void copy(Path file, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Files.copy(file, target);
  }

  @Test
  void anExplorationTellsItAndItsReplayShowsItAgain() throws Exception {
    GoModule.at(directory).test("", RACE);
    Result result = harrier("fuzz", "-race", "--per-test", "20", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).doesNotContain("failed without a finding");
    Finding finding = latest().findings().getFirst();
    assertThat(finding.rule().id()).isEqualTo("data-race");
    assertThat(finding.witness().reproduction().orElseThrow().seen()).isEqualTo(10);
    Result again = harrier("replay", finding.witness().schedule().orElseThrow());
    assertThat(again.status()).as(again.toString()).isEqualTo(1);
    assertThat(again.out()).contains("data-race").contains("reproduced in 10 of 10 runs");
  }

  @Test
  void aCommentSilencesIt() throws Exception {
    GoModule.at(directory)
        .test(
            "", RACE.replace("done <- true }()", "done <- true }() //harrier:ignore data-race ok"));
    Result result = harrier("test", "-race");
    assertThat(result.out()).contains("1 finding is silenced").doesNotContain("data-race:");
  }

  @Test
  void everyFormatHasIt() throws Exception {
    GoModule.at(directory).test("", RACE);
    for (String format : List.of("text", "json", "sarif", "junit")) {
      Result result = harrier("test", "-race", "--format", format);
      assertThat(result.status()).as(format + result).isEqualTo(1);
      assertThat(result.out()).as(format).contains("data-race").contains("n is written here");
    }
  }

  @Test
  void aFileThatTheUserNamesIsReadAndStays() throws Exception {
    GoModule.at(directory).test("", RACE);
    Path log = directory.resolve("my races");
    Result result =
        new HarrierProcess(directory)
            .with("GORACE", "history_size=1 log_path='" + log + "'")
            .call("test", "--", "-race");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("data-race: n is written here");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(f -> String.valueOf(f.getFileName())))
          .anyMatch(f -> f.matches("my races\\.\\d+"));
    }
  }

  @Test
  void aTracedProgramTellsItsRaces() throws Exception {
    GoModule.at(directory).file("main.go", "package main\n\nfunc main() {\n" + RACE + "}\n");
    Process build =
        new ProcessBuilder("go", "build", "-race", "-o", "prog", ".")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(build.waitFor()).isZero();
    Result result = harrier("trace", "./prog");
    assertThat(result.err()).contains("main.go:6:1: data-race: n is written here");
  }
}
