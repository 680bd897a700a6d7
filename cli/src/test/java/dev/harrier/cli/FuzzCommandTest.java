package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier fuzz} on real programs. */
final class FuzzCommandTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  @Test
  void aDeadlockThatTheDefaultOrderHidesIsFound() throws Exception {
    GoModule.at(directory).test("sync", FuzzPrograms.OPPOSITE_LOCKS);
    Result usual =
        harrier("fuzz", "--strategy", "default", "--without", "predictions", "--execs", "3");
    assertThat(usual.out())
        .contains("lock-order-deadlock: ")
        .contains("3 executions did not make it happen")
        .doesNotContain("global-deadlock: ");

    Result result = harrier("fuzz", "--per-test", "100", "--failfast");

    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("global-deadlock: ")
        .doesNotContain("lock-order-deadlock: ")
        .containsPattern("replay  harrier replay [0-9a-f]{8}");
  }

  /** A loop of millions of operations is cut, and comes last. */
  @Test
  void aTestThatTakesLongLeavesTimeForTheOthers() throws Exception {
    GoModule.at(directory)
        .test("sync", FuzzPrograms.OPPOSITE_LOCKS)
        .file(
            "a_test.go",
            """
            package m

            import (
            	"sync"
            	"testing"
            )

            func TestHeavy(t *testing.T) {
            	var mu sync.Mutex
            	for range 1_000_000_000 {
            		mu.Lock()
            		mu.Unlock()
            	}
            }
            """);
    Result result = harrier("fuzz", "--time", "10s", "--workers", "1", "--failfast");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("global-deadlock: ").contains("TestHeavy went over its");
  }

  @Test
  void theSameOrderOfLocksIsSilent() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            FuzzPrograms.OPPOSITE_LOCKS.replace("b.Lock(); a.Lock()", "a.Lock(); b.Lock()"));
    Result result = harrier("fuzz", "--per-test", "200");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("every schedule of 1 test was explored");
  }

  @Test
  void sleepsCostNothing() throws Exception {
    GoModule.at(directory).test("time", "time.Sleep(3 * time.Minute)");
    Result result = harrier("fuzz", "--per-test", "5", "--time", "60s");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("5 executions in");
  }

  @Test
  void aMainPackageRunsWithItsArguments() throws Exception {
    GoModule.at(directory)
        .file(
            "main.go",
            """
            package main

            import "os"

            func main() {
            	ch := make(chan int)
            	if len(os.Args) == 2 && os.Args[1] == "-leak" {
            		go func() { ch <- 1 }()
            	}
            }
            """);
    assertThat(harrier("fuzz", "--main", "--execs", "5").status()).isEqualTo(0);
    Result result = harrier("fuzz", "--main", "--execs", "20", "--failfast", ".", "--", "-leak");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("main.go:8:1: goroutine-leak: ");

    String finding =
        new RunStore(directory.resolve(".harrier"), directory)
            .latest()
            .findings()
            .getFirst()
            .fingerprint();
    Result without = harrier("replay", finding);
    assertThat(without.status()).as(without.toString()).isEqualTo(2);
    assertThat(without.err()).endsWith("type harrier replay " + finding + " -- -leak\n");
    assertThat(harrier("replay", "-n", "2", finding, "--", "-leak").status()).isEqualTo(1);
  }

  @Test
  void badInputIsNamed() throws Exception {
    GoModule.at(directory).test("", "");
    for (String[] bad :
        new String[][] {
          {"fuzz", "--strategy", "magic"},
          {"fuzz", "--strategy", "pct0"},
          {"fuzz", "--time", "0s"},
          {"fuzz", "--time", "soon"},
          {"fuzz", "--execs", "0"},
          {"fuzz", "--early", "2000"},
          {"fuzz", "--execs", "99999999999999999999"},
          {"fuzz", "--per-test", "-5"},
          {"fuzz", "--limit", "-1s"},
          {"fuzz", "--minimize", "-1"},
          {"fuzz", "--workers", "-1"},
          {"fuzz", "--seed", "one"},
          {"fuzz", "-run", "["},
          {"fuzz", "-run", "TestM/["},
          {"fuzz", "-skip", "TestM/one|["},
          {"fuzz", "-parallel", "many"},
          {"fuzz", "--out", "nowhere/report"},
          {"fuzz", "--out", "."},
          {"fuzz", "./nowhere"}
        }) {
      Result result = harrier(bad);
      assertThat(result.status()).as(result.toString()).isEqualTo(2);
      assertThat(result.err()).startsWith("harrier: ").doesNotContain("\tat ", "java.");
    }
  }

  /** As go test reads -run: alternatives, each with its levels. */
  @Test
  void subtestsOfSeveralTestsAreChosen() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import "testing"

            func TestA(t *testing.T) {
            	t.Run("one", func(t *testing.T) { go func() { <-make(chan int) }() })
            	t.Run("two", func(t *testing.T) { go func() { <-make(chan int) }() })
            }

            func TestB(t *testing.T) {
            	t.Run("one", func(t *testing.T) { go func() { <-make(chan int) }() })
            	t.Run("two", func(t *testing.T) { go func() { <-make(chan int) }() })
            }
            """);
    Result result = harrier("fuzz", "-run", "TestA/two|TestB/one", "--per-test", "1");
    assertThat(result.out()).contains("TestA/two", "TestB/one", "2 executions in");
    assertThat(result.out()).doesNotContain("TestA/one", "TestB/two");
  }

  @Test
  void codeThatDoesNotBuildIsTheUsers() throws Exception {
    GoModule.at(directory).test("", "undefined()");
    Result result = harrier("fuzz");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.err()).contains("undefined: undefined");

    GoModule.at(directory).test("", "!");
    Result illegible = harrier("fuzz");
    assertThat(illegible.status()).as(illegible.toString()).isEqualTo(3);
    assertThat(illegible.err()).containsPattern("m_test\\.go:\\d+");

    // Where a module is missing for the package itself, go lists it without a word.
    GoModule.at(directory)
        .test("", "")
        .file("m.go", "package m\n\nimport _ \"example.com/nowhere\"\n");
    Result missing = harrier("fuzz");
    assertThat(missing.status()).as(missing.toString()).isEqualTo(3);
    assertThat(missing.err()).containsOnlyOnce("m.go:3:8: ");
  }

  @Test
  void aPackageThatDoesNotLoadCostsThatPackageOnly() throws Exception {
    Files.createDirectories(directory.resolve("bad"));
    GoModule.at(directory)
        .leakingTest()
        .file("bad/bad.go", "package bad\n\nimport _ \"example.com/nowhere\"\n");
    Result result = harrier("fuzz", "--per-test", "1", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("goroutine-leak", "part of the code under test does not build");
    assertThat(result.err()).containsOnlyOnce("bad/bad.go:3:8: ");
  }

  @Test
  void aTestThatNeverEndsIsEndedAndSaidSo() throws Exception {
    GoModule.at(directory).test("", "for {\n}");
    Result result = harrier("fuzz", "--limit", "300ms", "--per-test", "10");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("went over its limit").contains("not explored further");
  }

  @Test
  void whatTestsLeaveRunningIsEnded() throws Exception {
    GoModule.at(directory)
        .test(
            "os/exec",
            """
            if err := exec.Command("setsid", "sleep", "32173").Start(); err != nil {
              t.Fatal(err)
            }
            """);
    Result result = harrier("fuzz", "--per-test", "3");
    assertThat(result.status()).as("the process was started: " + result).isEqualTo(0);
    assertThat(result.out()).as(result.toString()).contains("3 executions in");
    assertThat(
            ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").contains("sleep 32173")))
        .isEmpty();
  }

  /** Of ten executions or more. */
  private static final Pattern EXECUTIONS = Pattern.compile("executions\": ?\\d\\d");

  @Test
  void anExplorationThatWasKilledGoesOn() throws Exception {
    GoModule.at(directory).test("sync", FuzzPrograms.OPPOSITE_LOCKS);
    Path out = directory.resolve("out");
    Path corpus = directory.resolve(".harrier/fuzz/corpus");
    Process killed =
        new HarrierProcess(directory)
            .start(
                out,
                directory.resolve("err"),
                "fuzz",
                "--strategy",
                "default",
                "--without",
                "reversals,predictions",
                "--time",
                "5m");
    while (!Files.exists(corpus) || !EXECUTIONS.matcher(Files.readString(corpus)).find()) {
      assertThat(killed.isAlive()).as("harrier is still exploring").isTrue();
      Thread.sleep(20);
    }
    killed.destroyForcibly().waitFor();

    Result result = harrier("fuzz", "--per-test", "200", "--without", "predictions", "--first");

    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).containsPattern("first found by execution \\d+");
    assertThat(EXECUTIONS.matcher(Files.readString(corpus)).find())
        .as("earlier ones count: " + result)
        .isTrue();

    Result again = harrier("fuzz", "--execs", "1");
    assertThat(again.status()).as("what was found is tried first: " + again).isEqualTo(1);

    Files.writeString(corpus, "something else");
    Result refused = harrier("fuzz", "--execs", "1");
    assertThat(refused.status()).isEqualTo(4);
    assertThat(refused.err())
        .contains("is not a corpus that this Harrier knows")
        .contains("-fresh");
    Result anew = harrier("fuzz", "--fresh", "--strategy", "default", "--execs", "1");
    assertThat(anew.out()).contains("did not make it happen").doesNotContain("global-deadlock: ");
  }

  @Test
  void aPreferredMessageMakesATimeoutComeFirst() throws Exception {
    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST);
    String[] defaults = {"fuzz", "--fresh", "--strategy", "default", "--per-test", "60"};
    Result plain = harrier(append(defaults, "--without", "orders"));
    assertThat(plain.status()).as(plain.toString()).isEqualTo(0);

    Result ordered = harrier(defaults);
    assertThat(ordered.status()).as(ordered.toString()).isEqualTo(1);
    assertThat(ordered.out())
        .contains("goroutine-leak: ")
        .contains("delays runnable goroutines by 60 s");
  }

  /** It takes minutes between making the timer and a select that need not wait. */
  @Test
  void noTimerComesBeforeACaseThatWasReadyAllAlong() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            closed := make(chan int)
            close(closed)
            timer := time.After(time.Minute)
            select {
            case <-closed:
            case <-timer:
              go func() { make(chan int) <- 1 }()
            }
            """);
    Result result = harrier("fuzz", "--strategy", "default", "--per-test", "40");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("suspicious.*goroutine-leak|goroutine-leak: ")
        .contains("takes a timer's case after another case had been ready for 60 s");
  }

  /** A server in Accept could still serve a client: nothing proves that the test hangs for good. */
  @Test
  void anExecutionOverItsLimitSaysWhereEverybodyStands() throws Exception {
    GoModule.at(directory)
        .test(
            "net sync",
            """
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil {
            	t.Fatal(err)
            }
            go func() { l.Accept() }()
            var mu sync.Mutex
            mu.Lock()
            answers := make(chan int)
            go func() {
            	mu.Lock()
            	answers <- 1
            }()
            <-answers
            """);
    Result result = fuzzWithKernel("-v", "--execs", "2", "--limit", "3s", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains("m_test.go:22:1: test-timeout: ", "limit of real time")
        .contains("blocked in IO wait", "blocked in sync.Mutex.Lock");
  }

  /**
   * The worker gives up after a minute in which no goroutine waited; the goroutine in Accept could
   * help. The test runs for long enough to be the one that used the limit up.
   */
  @Test
  void anExecutionOverItsLimitForATimerThatFiredBeforeItsTimeIsSuspicious() throws Exception {
    GoModule.at(directory)
        .test(
            "net sync time",
            """
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil {
            	t.Fatal(err)
            }
            defer l.Close()
            for start := 0; start < 200_000_000; start++ {
            }
            work, answers := make(chan int), make(chan int)
            go func() {
            	if _, err := l.Accept(); err == nil {
            		<-work
            	}
            }()
            go func() {
            	select {
            	case v := <-work:
            		answers <- v
            	case <-time.After(time.Minute):
            	}
            }()
            var mu sync.Mutex
            for range 200 {
            	mu.Lock()
            	mu.Unlock()
            }
            work <- 1
            <-answers
            """);
    Result result =
        fuzzWithKernel("--per-test", "10", "--limit", "3s", "--without", "coverage,predictions");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("test-timeout: ", "(suspicious)", "limit of real time");
  }

  /** Only a timer created that goroutine; the execution has no other test. */
  @Test
  void whatATimerLeavesBehindIsOfTheTestOfTheExecution() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            done := make(chan int)
            time.AfterFunc(time.Millisecond, func() { done <- 1 })
            time.Sleep(time.Second)
            """);
    Result result = harrier("fuzz", "--execs", "1", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("  test    TestM, first in execution 1");
  }

  /** While a server waits in Accept, sleeps take real time: such a test is long, not hung. */
  @Test
  void aTestThatIsStillAsleepAtTheLimitIsSuspiciousOnly() throws Exception {
    GoModule.at(directory)
        .test(
            "net time",
            """
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil {
            	t.Fatal(err)
            }
            go func() { l.Accept() }()
            for range 400 {
            	time.Sleep(10 * time.Millisecond)
            }
            l.Close()
            """);
    Result result = fuzzWithKernel("--execs", "1", "--limit", "1s", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("test-timeout: ", "(suspicious)", "only need more time");
  }

  @Test
  void theTimeIsHeldWhateverATestDoes() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            go func() { make(chan int) <- 1 }()
            for start := time.Now(); time.Since(start) < 24*time.Hour; {
              c := make(chan int, 1)
              c <- 1
            }
            """);
    long start = System.nanoTime();
    Result result = harrier("fuzz", "--time", "2s", "--limit", "1h", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isLessThan(2);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(10));
  }

  /** With sockets that the world outside may write to. */
  private Result fuzzWithKernel(String... options) throws Exception {
    return harrier(append(new String[] {"fuzz", "--net", "kernel"}, options));
  }

  private static String[] append(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }
}
