package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.DefectWords;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that pass in the default order and fail by their own assertion under other schedules. */
final class TestFailureTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  private static final Pattern REPLAY = Pattern.compile("harrier replay (\\p{XDigit}{8}) ");

  /**
   * What decides, by the file of the test, with G and O for goroutines and objects. The select
   * takes the close because that came before it, or by choice; the batcher's flush must also come
   * before that of close, unless the schedule that was found says so anyway.
   */
  private static final Map<String, String> CAUSES =
      Map.of(
          "bug/answer_test.go",
          "answer.go:7 (G saw the close of channel ctx.Done() (O) in a select)",
          "bug/batcher_test.go",
          "batcher_test.go:15 (G loaded atomic delivered) before batcher_test.go:11 (G updated atomic"
              + " delivered)",
          "bug/registry_test.go",
          // A schedule that preempts twice needs another order as well.
          "registry.go:13 (G locked mutex r.mu (O)) before registry.go:20 (G locked mutex r.mu (O))",
          "bug/server_test.go",
          "server_test.go:9 (G loaded atomic s.address) before server.go:14 (G stored atomic"
              + " s.address); the other way round the test passes (10 of 10)",
          "bug/stats_test.go",
          "stats.go:11 (G updated atomic s.failures) before stats.go:17 (G loaded atomic s.failures),"
              + " and stats.go:18 (G loaded atomic s.requests) before stats.go:12 (G updated atomic"
              + " s.requests); with any of them the other way round the test passes (10 of 10)");

  /** What is sent first is received first. */
  private static final String SENDS =
      """
      results := make(chan string, 2)
      done := make(chan bool)
      %s
      go func() { results <- "second"; done <- true }()
      %s
      <-done
      if got := <-results; got != "first" {
      	t.Errorf("got %%s", got)
      }
      """;

  private static final String FIRST = "results <- \"first\"";

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private Result fuzz(String executions) throws Exception {
    return harrier("fuzz", "-fresh", "-per-test", executions, "-time", "5m", "./...");
  }

  private List<Finding> findings() throws Exception {
    return report().findings();
  }

  private RunReport report() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  /** One reason takes a minute, the other one less than a millisecond. */
  @Test
  void theReasonThatAssumesLessTimeIsReportedOfOneAssertion() throws Exception {
    GoModule.at(directory)
        .test(
            "sync time",
            """
            var mu sync.Mutex
            var open bool
            var name string
            answers := make(chan string, 1)
            go func() {
            	mu.Lock()
            	open = true
            	mu.Unlock()
            	mu.Lock()
            	name = "desk"
            	mu.Unlock()
            	answers <- "yes"
            }()
            time.Sleep(time.Millisecond)
            mu.Lock()
            begun := open
            mu.Unlock()
            mu.Lock()
            nameless := begun && name == ""
            mu.Unlock()
            answered := false
            select {
            case <-answers:
            	answered = true
            case <-time.After(time.Minute):
            }
            if nameless || !answered {
            	t.Error("the desk is wrong")
            }
            """);
    Result result = fuzz("2000");
    assertThat(findings())
        .as(result.toString())
        .filteredOn(f -> f.rule().id().equals("test-failure"))
        .singleElement()
        .satisfies(
            f -> assertThat(f.explanation().doubts()).contains(new Doubt.SlownessAssumed(0)));
  }

  /** All fixed twins are among them. */
  @Test
  void programsHaveTheFailuresThatTheyAnnounceAndNoOthers() throws Exception {
    copyPrograms();
    List<Want> wants = WantComments.in(directory);
    Result result = fuzz("80");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    WantedFindings.check("test-failure", wants, report());
    assertThat(report().failing())
        .allSatisfy(f ->
            assertThat(f.witness().interleaving().orElseThrow().turns())
                .extracting(turn -> ActionWords.brief(turn.operation()))
                .contains("failed " + f.test() + ": " + message(f)))
        .allSatisfy(f ->
            assertThat(f.witness().reproduction().orElseThrow())
                .satisfies(r -> assertThat(r.seen()).isEqualTo(r.runs())));
    assertThat(words(report(), "bug/stats_test.go"))
        .contains("updated atomic s.failures: 0 -> 1", "updated atomic s.requests: 0 -> 1")
        .anyMatch(row -> row.matches("loaded atomic s\\.failures: [123]"));
    assertThat(words(report(), "bug/server_test.go"))
        .contains("loaded atomic s.address: nil", "stored atomic s.address: nil -> a pointer");
    assertThat(words(report(), "TestEveryVisitCounts"))
        .containsSubsequence(
            "wrote v.count: 0 -> 1", "wrote v.count: 1 -> 1", "read v.count: 1", "failed")
        .doesNotContain("wrote v.last");
    assertThat(words(report(), "TestTheLastPageIsKnown"))
        .containsSubsequence(
            "wrote v.pages: map of length 0 -> map of length 1",
            "wrote v.last: \"\" -> \"about\"",
            "wrote v.pages: map of length 1 -> map of length 2",
            "wrote v.last: \"about\" -> \"home\"",
            "read v.last: \"home\"",
            "read v.pages: map of length 2",
            "failed")
        .doesNotContain("wrote v.count");
    assertThat(words(report(), "TestTheStockIsFull"))
        .containsSubsequence(
            "wrote s.items: 0 -> 1", "wrote s.items: 1 -> 1", "read s.items: 1", "failed")
        .containsOnlyOnce("read s.items: 1");
    assertThat(words(report(), "TestADiscardedDraftIsNotStored"))
        .containsSubsequence(
            "reset the timer of draft.go:24 to 10ms (it had not fired)",
            "stopped the timer of draft.go:24 (it had already fired)",
            "failed");
    assertThat(result.out()).doesNotContain("without a finding");
    List<Finding> failing = report().failing();
    CAUSES.forEach((place, cause) -> {
      Finding finding =
          failing.stream()
              .filter(f -> f.location().file().endsWith(place))
              .findFirst()
              .orElseThrow();
      assertThat(
              Causes.of(finding.witness())
                  .replaceAll("goroutine \\d+", "G")
                  .replaceAll("\\bo\\d+", "O"))
          .contains(cause);
    });
  }

  private void copyPrograms() throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS.resolve("test-failure"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Path target = directory.resolve(PROGRAMS.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    Files.copy(PROGRAMS.resolve("go.mod"), directory.resolve("go.mod"));
  }

  /** No execution of the exploration itself shows it without a timer that fires early. */
  @Test
  void whatWasSeenWithEarlyTimersIsTriedWithoutThem() throws Exception {
    copyPrograms();
    List<String> arguments =
        List.of(
            ("fuzz -fresh -execs 14 -workers 1 -early 200 -strategy random -seed 1 -time 5m -run"
                    + " ^TestCloseOfAFullBatch$")
                .split(" "));
    Result bug = harrier(with(arguments, "./test-failure/bug"));
    assertThat(bug.status()).as(bug.toString()).isEqualTo(1);
    assertThat(findings()).extracting(Finding::strength).containsExactly(Strength.OBSERVED);
    assertThat(bug.out()).doesNotContain("the schedule delays");
    Result fixed = harrier(with(arguments, "./test-failure/fixed"));
    assertThat(fixed.status()).as(fixed.toString()).isZero();
    assertThat(findings()).isEmpty();
  }

  private static String[] with(List<String> arguments, String last) {
    return Stream.concat(arguments.stream(), Stream.of(last)).toArray(String[]::new);
  }

  /** The rows of the table of a finding in a file, or of a test. */
  private static List<String> words(RunReport report, String place) {
    return report.findings().stream()
        .filter(f -> f.location().file().endsWith(place) || f.test().equals(place))
        .findFirst()
        .orElseThrow()
        .witness()
        .interleaving()
        .orElseThrow()
        .turns()
        .stream()
        .map(turn ->
            turn.operation().action() instanceof Action.FailedTest
                ? "failed"
                : ActionWords.brief(turn))
        .toList();
  }

  private static String message(Finding finding) {
    return ((Defect.TestFailed) finding.defect()).message();
  }

  @Test
  void theOrderOfTwoSendsDecides() throws Exception {
    GoModule.at(directory).test("", SENDS.formatted("", FIRST));
    Result result = fuzz("60");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(findings()).hasSize(1);
    Finding finding = findings().getFirst();
    assertThat(finding.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(DefectWords.of(finding)).endsWith("under some schedules: got second");
    assertThat(finding.location().line()).isEqualTo(15);
    assertThat(result.out())
        .containsPattern(
            "cause   m_test\\.go:11 \\(.* sent on channel .*\\) before m_test\\.go:12 \\(.* sent on"
                + " channel .*\\); the other way round the test passes \\(10 of 10\\)")
        .contains("it passes in the default order, in 10 runs, and without a schedule");

    String replay = found(REPLAY, result.out());
    assertThat(harrier("replay", "-v", "-n", "2", replay).out())
        .contains("reproduced in 2 of 2")
        .containsPattern("sent \"second\" on channel results \\(o\\d+\\) at m_test\\.go:11")
        .containsPattern("received true from channel done \\(o\\d+\\) at m_test\\.go:13");
    assertThat(harrier("replay", "-v", "-values", "off", "-n", "1", replay).out())
        .containsPattern("sent on channel results \\(o\\d+\\) at m_test\\.go:11")
        .doesNotContain("sent \"second\"");
    Contrast contrast = finding.witness().contrast().orElseThrow();
    assertThat(harrier("replay", "-n", "1", contrast.passes()).out())
        .contains("reproduced in 0 of 1");
    assertThat(contrast.passed().turns())
        .extracting(turn -> ActionWords.of(turn))
        .containsSubsequence(
            "sent \"first\" on channel results (o18) at m_test.go:12",
            "sent \"second\" on channel results (o18) at m_test.go:11");
    // Which of the two is sent first is open at the start; the schedule decides it.
    assertThat(contrast.chances().getFirst().shown().seen()).isBetween(1, 9);
    assertThat(contrast.chances().getLast().shown()).isEqualTo(new Witness.Reproduction(10, 10));
  }

  /** What is kept while an exploration runs stays if it is killed. */
  @Test
  void whatIsKeptMeanwhileHasNoValuesEither() throws Exception {
    GoModule.at(directory).test("", SENDS.formatted("", FIRST));
    Path out = directory.resolve("fuzz.out");
    Process exploration =
        new HarrierProcess(directory)
            .start(
                out,
                directory.resolve("fuzz.err"),
                "fuzz -fresh -time 3m -per-test 1000000 -values off".split(" "));
    try {
      String kept = "";
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
      while (!kept.contains("m_test.go")) {
        assertThat(exploration.isAlive() && System.nanoTime() < end)
            .as(Files.readString(out))
            .isTrue();
        Thread.sleep(20);
        kept = keptMeanwhile();
      }
      assertThat(kept).contains("interleaving").doesNotContain("\"text\"");
    } finally {
      exploration.destroy();
      exploration.waitFor();
    }
  }

  private String keptMeanwhile() throws IOException {
    Path runs = directory.resolve(".harrier/runs");
    if (!Files.exists(runs)) {
      return "";
    }
    try (Stream<Path> all = Files.list(runs)) {
      for (Path run : all.toList()) {
        if (Files.exists(run.resolve("found.json"))) {
          return Files.readString(run.resolve("found.json"));
        }
      }
    }
    return "";
  }

  private static String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  @Test
  void aTestThatSendsInOrderDoesNotFail() throws Exception {
    GoModule.at(directory).test("", SENDS.formatted(FIRST, ""));
    Result result = fuzz("40");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).doesNotContain("fails if");
  }

  /** Nor does it pass without a schedule, where one processor runs on until it has to wait. */
  @Test
  void aTestThatFailsInTheDefaultOrderHasNoFinding() throws Exception {
    GoModule.at(directory)
        .test(
            "runtime",
            """
            runtime.GOMAXPROCS(1)
            c := make(chan int, 2)
            go func() { c <- 1 }()
            c <- 2
            if got := <-c; got != 1 {
            	t.Errorf("got %d", got)
            }
            """);
    Result result = fuzz("40");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(findings()).isEmpty();
    assertThat(result.out()).contains("TestM failed without a finding in ", "got 2");
  }

  /** As log.Fatal does. A process that the test starts may end as it likes. */
  @Test
  void aTestThatExitsWithAStatusFails() throws Exception {
    GoModule.at(directory)
        .test(
            "log os os/exec",
            """
            if os.Getenv("CHILD") != "" {
            	os.Exit(3)
            }
            child := exec.Command(os.Args[0], "-test.run=TestM")
            child.Env = append(os.Environ(), "CHILD=1")
            child.Run()
            results := make(chan string, 2)
            done := make(chan bool)
            go func() { results <- "second"; done <- true }()
            results <- "first"
            <-done
            if got := <-results; got != "first" {
            	log.Fatal("got ", got)
            }
            """);
    Result result = fuzz("60");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(findings())
        .extracting(f -> f.location().line() + " " + DefectWords.of(f))
        .containsExactly("23 the test fails here under some schedules: got second");
  }

  /** That a limit of time is over early is no more than slowness. */
  @Test
  void whatAssumesTimeIsSuspicious() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            answer := make(chan int)
            go func() { answer <- 1 }()
            select {
            case <-answer:
            case <-time.After(50 * time.Millisecond):
            	t.Error("too late")
            	<-answer
            }
            """);
    Result result = fuzz("60");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(findings()).extracting(f -> f.rule().id()).containsExactly("test-failure");
    assertThat(findings()).extracting(Finding::strength).containsExactly(Strength.SUSPICIOUS);
    assertThat(result.out()).contains("the schedule delays runnable goroutines by ");
  }

  /** What another goroutine allocates is also counted. */
  @Test
  void anAssertionAboutMemoryIsSuspicious() throws Exception {
    String measures =
        """
        var mu sync.Mutex
        var latest []byte
        var done sync.WaitGroup
        done.Add(1)
        go func() {
        	defer done.Done()
        	for range 20 {
        		mu.Lock()
        		latest = make([]byte, 64)
        		mu.Unlock()
        	}
        }()
        %s
        if n := testing.AllocsPerRun(1, func() { mu.Lock(); _ = len(latest); mu.Unlock() }); n > 0 {
        	t.Errorf("%%v allocations", n)
        }
        done.Wait()
        """;
    GoModule.at(directory).test("sync", measures.formatted(""));
    Result result = fuzz("60");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(findings()).extracting(f -> f.rule().id()).containsExactly("test-failure");
    assertThat(findings()).extracting(Finding::strength).containsExactly(Strength.SUSPICIOUS);
    assertThat(result.out()).contains("but the test reads the state of memory before");

    GoModule.at(directory).test("sync", measures.formatted("done.Wait()"));
    fuzz("60");
    assertThat(findings()).isEmpty();
  }

  /** The test has seen what the race did. */
  @Test
  void aFailureByARaceIsTheRaces() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            """
            n := 0
            var wg sync.WaitGroup
            for range 2 {
            	wg.Add(1)
            	go func() {
            		defer wg.Done()
            		n++
            	}()
            }
            wg.Wait()
            if n != 2 {
            	t.Errorf("counted %d", n)
            }
            """);
    Result result = fuzz("80");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(findings()).extracting(f -> f.rule().id()).containsOnly("data-race");
    assertThat(result.out()).contains("which has a finding, also failed");
  }

  /** A library marks its functions as helpers, or does not: the place is that in the module. */
  @Test
  void thePlaceIsThatOfTheModule() throws Exception {
    GoModule.at(directory)
        .test(
            "example.com/lib",
            """
            var order [2]chan string
            for i := range order {
            	order[i] = make(chan string, 2)
            	done := make(chan bool)
            	go func() { order[i] <- "b"; done <- true }()
            	order[i] <- "a"
            	<-done
            }
            lib.Equal(t, "a", <-order[0])
            lib.Unmarked(t, "a", <-order[1])
            """);
    write(
        "lib/lib.go",
        """
        package lib

        import "testing"

        func Equal(t *testing.T, want, got string) {
        	t.Helper()
        	if want != got {
        		t.Errorf("\\n\\tError Trace:\\t/lib/lib.go:8\\n\\tError:      \\tNot equal: %s", got)
        	}
        }

        func Unmarked(t *testing.T, want, got string) {
        	if want != got {
        		t.Fatalf("not %s", want)
        	}
        }
        """);
    write("lib/go.mod", "module example.com/lib\n\ngo 1.24\n");
    Path mod = directory.resolve("go.mod");
    Files.writeString(
        mod,
        Files.readString(mod)
            + "\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n");
    Result result = harrier("fuzz", "-fresh", "-per-test", "60", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(findings())
        .extracting(f -> f.location().line() + " " + DefectWords.of(f))
        .containsExactlyInAnyOrder(
            "17 the test fails here under some schedules: Error: Not equal: b",
            "18 the test fails here under some schedules: not a");
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
