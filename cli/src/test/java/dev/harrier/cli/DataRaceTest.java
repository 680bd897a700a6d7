package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    return new HarrierProcess(directory).with("GOPROXY", "off").with("GOFLAGS", "").run(arguments);
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
            .run("test", "--", "-race");
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

  @Test
  void aStaticReportIsConfirmedByATestThatShowsIt() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            "package m\n\nfunc tested() int {\n\tx := 0\n\tgo func() { x = 1 }()\n\treturn x\n}\n")
        .file(
            "other.go",
            """
            package m

            import "os"

            func untested() int {
            	x := 0
            	go func() { x = 1 }()
            	_ = os.Remove("")
            	return x
            }
            """)
        .test("time", "tested()\ntime.Sleep(50 * time.Millisecond)");
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(confirmed\\)")
        .containsPattern("(?m)^other\\.go:7:14: closure-race: .*\\(static\\)")
        .contains("1 of 2 reported races happened")
        .containsPattern(
            "all tests of its package, run 3 times .*, did not show it, did not reach other.go:7.* and other.go:9.*; no test could be generated for it: it may call os.Remove")
        .contains("no test could be generated for 1 other report")
        .contains("harrier test -race -run '^TestM$' .");
  }

  @Test
  void aTestIsGeneratedForAFunctionThatNoTestShows() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            type pool struct{ size int }

            func newPool(size int) *pool { return &pool{size} }

            func (p *pool) sum(f func(int) int) int {
            	total := 0
            	done := make(chan bool, p.size)
            	for i := range p.size {
            		go func() { total += f(i); done <- true }()
            	}
            	for range p.size {
            		<-done
            	}
            	return total
            }

            func ordered(stop bool) int {
            	x, done := 0, make(chan int)
            	go func() { x = 1; <-done }()
            	if len(done) > 0 {
            		return x
            	}
            	return 0
            }
            """)
        .test("time", "time.Sleep(time.Millisecond)");
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:11:15: closure-race: .*\\(confirmed\\)")
        .contains("in a generated test, which calls receiver.sum(func(_ int) int { return 3 })")
        .containsPattern("(?m)^m\\.go:21:.*: closure-race: .*\\(static\\)")
        .contains("nor did a generated test, which calls ordered(true), in 3 runs")
        .contains("tests were generated for 2 other reports, and 1 of them happened there");
    Matcher again = Pattern.compile("go (test -race .*)").matcher(result.out());
    assertThat(again.find()).isTrue();
    Process go =
        new ProcessBuilder("bash", "-c", "go " + again.group(1))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String shown = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(go.waitFor()).as(shown).isEqualTo(1);
    assertThat(shown).contains("WARNING: DATA RACE", "m.go:11");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(".harrier", "go.mod", "m.go", "m_test.go");
    }
  }

  @Test
  void aBenchmarkShowsAStaticReport() throws Exception {
    GoModule.at(directory)
        .file("m.go", "package m\n")
        .file(
            "bench_test.go",
            """
            package m

            import "testing"

            func BenchmarkCount(b *testing.B) {
            	n := 0
            	b.RunParallel(func(pb *testing.PB) {
            		for pb.Next() {
            			n++
            		}
            	})
            	_ = n
            }
            """);
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^bench_test\\.go:9:4: closure-race: .*\\(confirmed\\)")
        .contains("-bench '^BenchmarkCount$'");
  }

  /** The test that does not lead to the report would take ten minutes. */
  @Test
  void onlyTheTestsThatMayShowAStaticReportAreRun() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            func raced() int {
            	x := 0
            	go func() { x = 1 }()
            	return x
            }

            func ordered() int {
            	x, done := 0, make(chan int)
            	go func() { x = 1; <-done }()
            	if len(done) > 0 {
            		return x
            	}
            	return 0
            }
            """)
        .test("time", "raced()\ntime.Sleep(50 * time.Millisecond)")
        .file(
            "slow_test.go",
            """
            package m

            import (
            	"testing"
            	"time"
            )

            func TestSlow(t *testing.T) { time.Sleep(10 * time.Minute) }

            func TestOrdered(t *testing.T) { ordered() }
            """);
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("1 of 2 reported races happened in ")
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(confirmed\\)")
        .contains(
            "TestOrdered, run 3 times with -race, did not show it, reached m.go:11, did not reach m.go:13");
  }
}
