package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier test} prints where, for a real program. */
final class TestCommandTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  @Test
  void aCleanProgramPasses() throws Exception {
    GoModule.at(directory).test("", "ch := make(chan int, 1)\nch <- 1\n<-ch");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("ok  \texample.com/m").contains("harrier: nothing found");
  }

  @Test
  void thatNoTestRanIsNotThatNothingWasFound() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = harrier("test", "-run", "Absent");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains("no tests ran: -run=Absent matches none of these packages' tests")
        .contains("harrier: nothing ran")
        .doesNotContain("nothing found");
    assertThat(harrier("test", "-count=0").out())
        .contains("no tests ran: -count=0 runs each of them no times");
  }

  @Test
  void aPatternOfTestsThatIsNoneIsAMistake() throws Exception {
    GoModule.at(directory).leakingTest();
    for (String option : List.of("-run", "-skip")) {
      Result result = harrier("test", option, "TestM/(");
      assertThat(result.status()).as(result.toString()).isEqualTo(2);
      assertThat(result.err())
          .contains(
              "harrier: '(' is not a pattern of tests: error parsing regexp: missing closing ): `(`");
    }
  }

  @Test
  void aLeakIsAFindingAlthoughTheTestPasses() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = harrier("test", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("ok  \texample.com/m")
        .containsPattern("(?m)^m_test\\.go:9:1: goroutine-leak: ")
        .contains("replay  harrier test -run '^TestM$' .");
    assertThat(harrier("report").out())
        .contains("m_test.go:9:1: goroutine-leak: ")
        .doesNotContain("ok  \t");

    Files.delete(directory.resolve("m_test.go"));
    assertThat(harrier("report").out())
        .as("its source is gone")
        .contains("m_test.go:9:1: goroutine-leak: ")
        .containsPattern("(?m)^ +9 \\| .+   \\(as it was then\\)$");
    assertThat(harrier("report", "--list").out())
        .as("the newest first")
        .matches("(?s)\\d{8}-\\d{6}-\\d+  harrier test.*: 1 finding.*");
    assertThat(harrier("report", "--format=html").out())
        .contains("As it was then: the file has changed since the run, or is gone.");
  }

  /** Its trace is read while the tests of this one run. */
  @Test
  void whatTheRunBeforeFoundIsNotFoundAgain() throws Exception {
    GoModule module = GoModule.at(directory).leakingTest();
    assertThat(harrier("test").status()).isEqualTo(1);
    module.test("", "t.Parallel()");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).contains("harrier: nothing found (1 process, ");
  }

  private static final String WORKER =
      """
      package m

      type worker struct{ jobs, done, stop chan int }

      func (w *worker) run() {
      	for {
      		select {
      		case <-w.jobs:
      		case w.done <- 1:
      		case <-w.stop:
      			return
      		}
      	}
      }
      """;

  @Test
  void theCasesOfASelectAreNamedAsInItsSource() throws Exception {
    Files.writeString(directory.resolve("m.go"), WORKER);
    GoModule module = GoModule.at(directory);
    module.test("", "w := &worker{jobs: make(chan int)}\ngo w.run()\nw.jobs <- 1");
    String cases =
        "(?m)^ +case <-w\\.jobs \\(o\\d+\\) at m\\.go:8: goroutine \\d+ sent on it before and .*\\R"
            + " +case w\\.done <- at m\\.go:9: the channel is nil\\R"
            + " +case <-w\\.stop at m\\.go:10: the channel is nil$";
    Result result = harrier("test");
    assertThat(result.out()).contains("m.go:7:1: goroutine-leak: ").containsPattern(cases);
    assertThat(harrier("report").out()).as("it is stored").containsPattern(cases);
    assertThat(harrier("report", "--format=html").out())
        .contains("waits in case \\u003c-w.stop at m.go:10");

    module.test(
        "",
        "w := &worker{jobs: make(chan int), stop: make(chan int)}\ngo w.run()\nw.jobs <- 1\nclose(w.stop)");
    Result fixed = harrier("test");
    assertThat(fixed.status()).as(fixed.toString()).isZero();
  }

  @Test
  void aSenderThatATimerMayReleaseIsOnlySuspicious() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            go func() { held <- 1 }()
            time.AfterFunc(time.Hour, func() { <-held })
            """)
        .file("held.go", "package m\n\nvar held = make(chan int)\n");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains("goroutine-leak: goroutine is still blocked at the end, in chan send on")
        .contains("nothing found, 1 suspicious")
        .doesNotContain("for good");
  }

  /** What a test does after it has failed may be a consequence. */
  @Test
  void aStorySaysThatTheTestHadFailed() throws Exception {
    GoModule.at(directory)
        .test(
            "",
            """
            t.Run("sub", func(t *testing.T) {
            	t.Error("refused")
            	var p *int
            	println(*p)
            })
            """);
    Result result = harrier("test", "-confirm=off");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(harrier("report", "-v").out())
        .containsPattern("(?m)^m_test\\.go:\\d+:1: test-panic: ")
        .containsPattern("failed TestM/sub at m_test\\.go:\\d+")
        .doesNotContain("failed TestM at");
  }

  /** It continues in the end; by then it was named long ago. */
  @Test
  void aTestInWhichNothingMovesIsNamedWhileItRuns() throws Exception {
    GoModule.at(directory)
        .test(
            "sync time",
            """
            var mu sync.Mutex
            answers := make(chan int)
            mu.Lock()
            time.AfterFunc(16*time.Second, mu.Unlock)
            go func() {
            	mu.Lock()
            	answers <- 1
            }()
            <-answers
            """);
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err())
        .containsPattern(
            "harrier: TestM has waited in one place for 10 s: .*chan receive at m_test\\.go:18 ");
  }

  /** Go's leak profile marks what it found; Harrier's own look must not take it for at work. */
  @Test
  void aProgramThatLooksForItsOwnLeaks() throws Exception {
    GoModule.at(directory)
        .test(
            "io runtime/pprof time",
            """
            ch := make(chan int)
            go func() { ch <- 1 }()
            time.Sleep(10 * time.Millisecond)
            if profile := pprof.Lookup("goroutineleak"); profile != nil {
              profile.WriteTo(io.Discard, 2)
            }
            """);
    // With Go 1.26 the profile is an experiment, for which all of the library is compiled again.
    GoRelease newest = GoRelease.known().getLast();
    HarrierProcess harrier = new HarrierProcess(directory);
    Result result =
        (newest.isHere()
                ? harrier.with("GOTOOLCHAIN", newest.toolchain())
                : harrier.with("GOEXPERIMENT", "goroutineleakprofile"))
            .run("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("goroutine-leak: goroutine blocks forever");
  }

  @Test
  void howAChildProcessEndsIsForItsTestToJudge() throws Exception {
    GoModule.at(directory)
        .test(
            "os os/exec strings time",
            """
            if os.Getenv("CHILD") != "" {
              time.Sleep(time.Hour)
            }
            child := exec.Command(os.Args[0], "-test.timeout=1s")
            child.Env = append(os.Environ(), "CHILD=1")
            if out, _ := child.CombinedOutput(); !strings.Contains(string(out), "timed out") {
              t.Fatal(string(out))
            }
            """);
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("nothing found (2 processes");
  }

  @Test
  void aReportForAProgramHasStandardOutputForItself() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = harrier("test", "--format", "json");
    JsonObject report = JsonParser.parseString(result.out()).getAsJsonObject();
    assertThat(report.getAsJsonArray("findings")).hasSize(1);
    assertThat(result.err()).contains("ok  \texample.com/m");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void jsonEventsOfGoTestHaveStandardOutputForThemselves() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = harrier("test", "-json");
    assertThat(result.out().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(JsonParser.parseString(line).isJsonObject()).isTrue());
    assertThat(result.err()).contains("goroutine-leak");
  }

  @Test
  void theStreamOfEventsHasFindingsAsOutputOfTheirTests() throws Exception {
    Files.createDirectory(directory.resolve("fine"));
    GoModule.at(directory)
        .file(
            "fine/fine_test.go",
            "package fine\n\nimport \"testing\"\n\nfunc TestFine(*testing.T) {}\n")
        .test(
            "",
            """
            t.Run("fine", func(t *testing.T) {})
            t.Run("leak", func(t *testing.T) {
            	ch := make(chan int)
            	go func() { ch <- 1 }()
            })
            """);
    Result result = harrier("test", "./...", "--", "-json");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    Map<String, String> ends = new HashMap<>();
    StringBuilder printed = new StringBuilder();
    for (String line : result.out().lines().toList()) {
      JsonObject event = JsonParser.parseString(line).getAsJsonObject();
      String test =
          event.get("Package").getAsString()
              + (event.has("Test") ? " " + event.get("Test").getAsString() : "");
      assertThat(ends).as("nothing comes after an end: " + line).doesNotContainKey(test);
      switch (event.get("Action").getAsString()) {
        case "pass", "fail", "skip" -> ends.put(test, event.get("Action").getAsString());
        case "output" -> {
          if (test.equals("example.com/m TestM/leak")) {
            printed.append(event.get("Output").getAsString());
          }
        }
        default -> {
          // Begins of tests.
        }
      }
    }
    assertThat(ends)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "example.com/m TestM/leak", "fail",
                "example.com/m TestM/fine", "pass",
                "example.com/m TestM", "fail",
                "example.com/m", "fail",
                "example.com/m/fine TestFine", "pass",
                "example.com/m/fine", "pass"));
    assertThat(printed.toString())
        .contains("--- FAIL: TestM/leak", "m_test.go:11:1: goroutine-leak: ", "proof   ")
        .doesNotContain("PASS");
    assertThat(result.err())
        .contains("m_test.go:11:1: goroutine-leak: ")
        .doesNotContain("proof   ");
    Result fine = harrier("test", "-json", "./fine");
    assertThat(fine.err()).isEmpty();
    assertThat(fine.status()).isEqualTo(0);
  }

  @Test
  void aReportCanGoToAFile() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = harrier("test", "-format=sarif", "-out=x.sarif");
    assertThat(Files.readString(directory.resolve("x.sarif"))).contains("\"2.1.0\"");
    assertThat(result.out()).contains("ok  \texample.com/m").doesNotContain("goroutine-leak");
  }

  @Test
  void flagsMeanWhatTheyMeanToGo() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"flag"
            	"testing"
            )

            var own = flag.String("own", "", "")

            func TestA(t *testing.T) { t.Log("own is", *own, testing.Short()) }

            func TestB(t *testing.T) { t.Fatal("not this one") }
            """);
    Result result = harrier("test", "-v", "-run", "TestA", "--short", ".", "--", "-args", "-own=x");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("own is x true").contains("--- PASS: TestA");
    assertThat(harrier("report", "--format=json").out().lines().map(String::strip))
        .containsSubsequence(
            "\"harrier\",", "\"test\",", "\"-v\",", "\"-run\",", "\"--\",", "\"-own=x\"");
  }

  @Test
  void helpSpellsEachFlagOnceAndAsGoDoes() throws Exception {
    Result result = harrier("test", "--help");
    assertThat(result.status()).isEqualTo(0);
    assertThat(result.out().lines())
        .contains("Usage: harrier test [OPTIONS] [PACKAGES...]")
        .filteredOn(line -> line.strip().startsWith("-c"))
        .extracting(line -> line.strip().split(" ")[0])
        .containsExactlyInAnyOrder( // under three headings
            "-color=WHEN",
            "-confirm=off|quick|D",
            "-count=N",
            "-cover",
            "-covermode=MODE",
            "-coverpkg=PATTERNS",
            "-coverprofile=FILE",
            "-cpu=N,...");
  }

  @Test
  void aSilencedFindingDoesNotFailAndAnUnusedSilenceIsNoted() throws Exception {
    GoModule.at(directory)
        .test(
            "",
            """
            ch := make(chan int)
            go func() { ch <- 1 }() //harrier:ignore goroutine-leak it is meant to be so
            _ = ch                  //harrier:ignore double-lock nothing is locked here
            """);
    Result result = harrier("test", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains("1 finding is silenced")
        .contains("m_test.go:10: //harrier:ignore double-lock silenced nothing");
  }

  @Test
  void itActsInTheCurrentDirectory() throws Exception {
    GoModule.at(directory).leakingTest();
    Path sub = Files.createDirectory(directory.resolve("sub"));
    Files.writeString(sub.resolve("s_test.go"), "package sub\n");
    Result result = new HarrierProcess(sub).call("test", "..");
    assertThat(result.out()).containsPattern("m_test\\.go:9:1: goroutine-leak: ");
    assertThat(directory.resolve(".harrier/latest/run.json")).exists();
    assertThat(sub.resolve(".harrier")).doesNotExist();
  }
}
