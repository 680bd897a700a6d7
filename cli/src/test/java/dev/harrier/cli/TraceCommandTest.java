package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier trace} on programs that the plain {@code go build} made. */
final class TraceCommandTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeModule() throws IOException {
    GoModule.at(directory);
  }

  private HarrierProcess harrier() {
    return new HarrierProcess(directory).with("HARRIER_CACHE", directory + "/cache");
  }

  private void build(String imports, String body) throws Exception {
    StringBuilder text = new StringBuilder("package main\n\nimport (\n");
    for (String name : imports.split(" ")) {
      text.append(name.isEmpty() ? "" : "\t\"" + name + "\"\n");
    }
    text.append(")\n\nfunc main() {\n").append(body.indent(2)).append("}\n");
    Files.writeString(directory.resolve("main.go"), text);
    go("build", "-o", "prog", ".");
  }

  private void go(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("go"));
    command.addAll(List.of(arguments));
    Process go = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(go.waitFor()).isZero();
  }

  /** The send on the full buffer waits with the lock held that the receiver needs first. */
  private static final String SENDS_UNDER_THE_LOCK =
      """
      var mu sync.Mutex
      kick, done := make(chan bool, 1), make(chan bool)
      go func() {
        mu.Lock()
        mu.Unlock()
        <-kick
        close(done)
      }()
      kick <- true
      time.Sleep(50 * time.Millisecond)
      mu.Lock()
      %s
      mu.Unlock()
      <-done
      """;

  @Test
  void aSendOnAFullBufferUnderALockIsPredictedToBlock() throws Exception {
    build("sync time", SENDS_UNDER_THE_LOCK.formatted("kick <- true"));
    Result result = harrier().run("trace", "./prog");
    assertThat(result.err()).contains("channel-lock-deadlock");
  }

  /** Main takes a, b; the goroutine b, a: whether at the same time is for the test to say. */
  private static final String OPPOSITE_ORDERS =
      """
      var a, b sync.Mutex
      done := make(chan bool)
      %s
      a.Lock()
      b.Lock()
      b.Unlock()
      a.Unlock()
      %s
      <-done
      """;

  private static final String REVERSED =
      "time.AfterFunc(%s, func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); close(done) })";

  @Test
  void whatATimerDoesIsOrderedAfterItsSettingOnly() throws Exception {
    build("sync time", OPPOSITE_ORDERS.formatted(REVERSED.formatted("50*time.Millisecond"), ""));
    Result result = harrier().run("trace", "./prog");
    assertThat(result.err()).contains("lock-order-deadlock");
  }

  @Test
  void whatComesBeforeATimerIsSetIsNoPartOfADeadlock() throws Exception {
    build("sync time", OPPOSITE_ORDERS.formatted("", REVERSED.formatted("time.Millisecond")));
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  @Test
  void whatComesBeforeATimerIsResetIsNoPartOfADeadlock() throws Exception {
    build(
        "sync time",
        OPPOSITE_ORDERS.formatted(
            "timer := " + REVERSED.formatted("time.Hour"), "timer.Reset(time.Millisecond)"));
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  /** The locks of main, in the test of the package and in the executable alike. */
  private void lockOrder() throws Exception {
    Files.writeString(
        directory.resolve("main.go"),
        """
        package main

        import (
        	"sync"
        	"time"
        )

        type pair struct{ a, b sync.Mutex }

        func (p *pair) forth() {
        	p.a.Lock()
        	p.b.Lock()
        	p.b.Unlock()
        	p.a.Unlock()
        }

        func (p *pair) back() {
        	p.b.Lock()
        	p.a.Lock()
        	p.a.Unlock()
        	p.b.Unlock()
        }

        func both() {
        	p, done := new(pair), make(chan bool)
        	go func() {
        		p.forth()
        		done <- true
        	}()
        	time.Sleep(50 * time.Millisecond)
        	p.back()
        	<-done
        }

        func main() { both() }
        """);
    Files.writeString(
        directory.resolve("main_test.go"),
        "package main\n\nimport \"testing\"\n\nfunc TestBoth(t *testing.T) { both() }\n");
  }

  @Test
  void thePredictionsOfAnExecutableHappenInTheTestsOfItsModule() throws Exception {
    assumeTrue(GoRelease.CHOSEN.version().atLeast(26), "schedules need Go 1.26");
    lockOrder();
    for (String flag : new String[] {"-trimpath=false", "-trimpath"}) {
      go("build", flag, "-o", "prog", ".");
      Result alone = harrier().run("trace", "./prog");
      assertThat(alone.err()).containsPattern("lock-order-deadlock: .*\\(predicted\\)");
      Result result = harrier().run("trace", "--source", ".", "--confirm", "60s", "./prog");
      assertThat(result.status()).as(flag + result).isEqualTo(1);
      assertThat(result.err())
          .containsPattern("lock-order-deadlock: .*\\(confirmed\\)")
          .contains("happened in execution", "executions of 1 test in");
      Matcher code = Pattern.compile("harrier2:\\S+").matcher(result.err());
      assertThat(code.find()).as(result.toString()).isTrue();
      Result again = harrier().run("replay", "-n", "2", code.group().replaceAll("'$", ""));
      assertThat(again.status()).as(again.toString()).isEqualTo(1);
    }
  }

  @Test
  void aPredictionThatNoTestMakesHappenSaysWhatWasTried() throws Exception {
    assumeTrue(GoRelease.CHOSEN.version().atLeast(26), "schedules need Go 1.26");
    lockOrder();
    Files.writeString(
        directory.resolve("main_test.go"),
        "package main\n\nimport \"testing\"\n\nfunc TestForth(t *testing.T) { new(pair).forth() }\n");
    go("build", "-o", "prog", ".");
    Result result = harrier().run("trace", "--source", ".", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err())
        .containsPattern("lock-order-deadlock: .*\\(predicted\\)")
        .contains("executions did not make it happen");
  }

  @Test
  void aSourceThatIsNoModuleIsOneSentence() throws Exception {
    build("fmt", "fmt.Println(1)");
    Result missing = harrier().run("trace", "--source", "nowhere", "./prog");
    assertThat(missing.status()).as(missing.toString()).isEqualTo(2);
    assertThat(missing.err())
        .contains("expected a directory with a Go module after --source, found")
        .hasLineCount(1);
    Path empty = Files.createTempDirectory("no-module");
    Result none = harrier().run("trace", "--source", empty.toString(), "./prog");
    Files.delete(empty);
    assertThat(none.status()).as(none.toString()).isEqualTo(2);
    assertThat(none.err()).contains("--source: ").hasLineCount(1);
    Result without = harrier().run("trace", "--confirm", "1s", "./prog");
    assertThat(without.status()).as(without.toString()).isEqualTo(2);
    assertThat(none.out() + missing.out() + without.out()).isEmpty();
  }

  /** In a select with a default the same send never blocks. */
  @Test
  void aSendThatDoesNotBlockIsNotPredictedToBlock() throws Exception {
    build("sync time", SENDS_UNDER_THE_LOCK.formatted("select { case kick <- true: default: }"));
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  @Test
  void theProgramGetsItsArgumentsEnvironmentDirectoryAndStreams() throws Exception {
    build(
        "fmt io os",
        """
        in, _ := io.ReadAll(os.Stdin)
        dir, _ := os.Getwd()
        fmt.Println(os.Args, dir, os.Getenv("GIVEN"), string(in), len(os.Getenv("HARRIER_ARG0")))
        fmt.Fprintln(os.Stderr, "to stderr")
        """);
    Result result = harrier().with("GIVEN", "value").run("trace", "./prog", "-format=x", "--", "b");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .isEqualTo("[./prog -format=x -- b] %s value  0\n".formatted(directory.toRealPath()));
    assertThat(result.err()).contains("to stderr\n").contains("harrier: nothing found (1 process");
  }

  @Test
  void aLeakIsAFindingThatTheStoreKeeps() throws Exception {
    build(
        "time", "ch := make(chan int)\ngo func() { ch <- 1 }()\ntime.Sleep(50 * time.Millisecond)");
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .containsPattern("(?m)^main\\.go:9:1: goroutine-leak: .* no goroutine will receive")
        .contains("replay  harrier trace ./prog");
    Result report = harrier().run("report");
    assertThat(report.status()).isEqualTo(1);
    assertThat(report.out()).contains("main.go:9:1: goroutine-leak: ");
  }

  @Test
  void theProgramsOwnFailureIsNoFinding() throws Exception {
    build("os", "os.Exit(7)");
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.err()).contains("harrier: the program ended with status 7");
    assertThat(harrier().run("trace", "--program-status", "./prog").status()).isEqualTo(7);
  }

  @Test
  void aPanicIsAFindingWithItsText() throws Exception {
    build("os", "ch := make(chan int, len(os.Args))\nclose(ch)\nch <- 1");
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("(?m)^main\\.go:10:1: send-on-closed: ")
        .contains("panic: send on closed channel");
  }

  @Test
  void whoWasStuckWhenASignalEndedTheProgramIsTold() throws Exception {
    build(
        "sync syscall time",
        """
        var mu sync.Mutex
        go func() {
          mu.Lock()
          mu.Lock()
        }()
        time.Sleep(50 * time.Millisecond)
        syscall.Nanosleep(&syscall.Timespec{Sec: 1, Nsec: 500e6}, nil)
        syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
        """);
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("note: the program recorded nothing in the last [1-9]\\.\\d s before")
        .containsPattern("(?m)^main\\.go:13:1: double-lock: ")
        .contains("the program was ended by signal 9");
  }

  /** What go test -c makes: one test leaves a goroutine behind, another hangs until the limit. */
  @Test
  void theGoroutinesOfATestBinaryBelongToItsTests() throws Exception {
    Files.writeString(
        directory.resolve("main_test.go"),
        """
        package main

        import (
        	"regexp"
        	"runtime"
        	"sync"
        	"testing"
        )

        func TestLeaves(t *testing.T) {
        	started := make(chan bool)
        	stop := make(chan bool)
        	go func() {
        		started <- true
        		<-stop
        	}()
        	<-started
        	// Until it has come to wait for stop, however busy the machine is.
        	waits := regexp.MustCompile(`chan receive]:\\n.*TestLeaves[.]func1`)
        	for stacks := make([]byte, 1<<16); !waits.Match(stacks[:runtime.Stack(stacks, true)]); {
        		runtime.Gosched()
        	}
        }

        func TestHangs(t *testing.T) {
        	var mu sync.Mutex
        	ready := sync.NewCond(&mu)
        	mu.Lock()
        	ready.Wait()
        }
        """);
    go("test", "-c", "-o", "prog.test", ".");

    Result left = harrier().run("trace", "./prog.test", "-test.run", "TestLeaves");
    assertThat(left.status()).as(left.toString()).isEqualTo(1);
    assertThat(left.err())
        .containsPattern("(?m)^main_test\\.go:15:1: goroutine-leak: goroutine blocks forever")
        .contains("proof   its test has ended")
        .contains("test    TestLeaves");

    Result late =
        harrier().run("trace", "./prog.test", "-test.run", "TestHangs", "-test.timeout", "200ms");
    assertThat(late.status()).as(late.toString()).isEqualTo(1);
    assertThat(late.err())
        .containsPattern("(?m)^main_test\\.go:29:1: cond-stuck: ")
        .contains("test    TestHangs")
        .doesNotContain("test-panic");
  }

  @Test
  void aSignalIsTheProgramsToHandle() throws Exception {
    build(
        "fmt os os/signal syscall",
        """
        c := make(chan os.Signal, 1)
        signal.Notify(c, syscall.SIGTERM)
        os.WriteFile("started", nil, 0o644)
        fmt.Println("got", <-c)
        """);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process harrier = harrier().start(out, err, "trace", "./prog");
    try {
      for (int i = 0; i < 1200 && !Files.exists(directory.resolve("started")); i++) {
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-TERM", "" + harrier.pid()).start().waitFor();
      assertThat(harrier.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      harrier.destroyForcibly();
    }
    assertThat(Files.readString(out)).isEqualTo("got terminated\n");
    assertThat(harrier.exitValue()).as(Files.readString(err)).isEqualTo(0);
    assertThat(err).content().doesNotContain("kill:", "No such process");
  }

  @Test
  void aCopyLogsElsewhereWhereItIsTold() throws Exception {
    build(
        "time", "ch := make(chan int)\ngo func() { ch <- 1 }()\ntime.Sleep(50 * time.Millisecond)");
    Result written = harrier().run("trace", "--rewrite-only", "-o", "copy", "./prog");
    assertThat(written.status()).as(written.toString()).isEqualTo(0);
    Path logs = Files.createDirectory(directory.resolve("logs"));
    runCopy(null);
    assertThat(logs).isEmptyDirectory();
    runCopy(logs);
    Files.move(directory.resolve("copy"), directory.resolve("elsewhere"));
    Result lost = harrier().run("report", "logs");
    assertThat(lost.status()).as(lost.toString()).isEqualTo(2);
    assertThat(lost.err()).contains("which is not here; give that file with --binary");
    Result report = harrier().run("report", "--binary", "elsewhere", "logs");
    assertThat(report.status()).as(report.toString()).isEqualTo(1);
    assertThat(report.out()).contains("main.go:9:1: goroutine-leak: ");
    assertThat(harrier().run("report", "--binary", "prog", "logs").status()).isEqualTo(2);
  }

  private void runCopy(@Nullable Path logs) throws Exception {
    ProcessBuilder copy = new ProcessBuilder("./copy").directory(directory.toFile()).inheritIO();
    if (logs != null) {
      copy.environment().put("HARRIER_LOG", logs.toString());
    }
    assertThat(copy.start().waitFor()).isZero();
  }

  @Test
  void aRingKeepsTheLastRecords() throws Exception {
    build("", "ch := make(chan int, 1)\nfor range 100000 {\n\tch <- 1\n\t<-ch\n}");
    Result result = harrier().run("trace", "-last", "10000", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).contains("harrier: incomplete: The ring holds only the last records");
  }

  /** Who could come to the receiver's help slept since before the first record that is left. */
  @Test
  void aRingThatLostRecordsProvesNoStandstillButAKnot() throws Exception {
    build(
        "os sync syscall time",
        """
        ch := make(chan int)
        go func() {
          time.Sleep(time.Hour)
          <-ch
        }()
        time.Sleep(10 * time.Millisecond)
        var mu sync.Mutex
        for range 100000 {
          mu.Lock()
          mu.Unlock()
        }
        go func() { ch <- 1 }()
        time.Sleep(20 * time.Millisecond)
        if len(os.Args) > 1 {
          mu.Lock()
          time.AfterFunc(50 * time.Millisecond, func() { syscall.Kill(syscall.Getpid(), syscall.SIGKILL) })
          mu.Lock()
        }
        """);
    Result ended = harrier().run("trace", "-last", "1000", "./prog");
    assertThat(ended.status()).as(ended.toString()).isEqualTo(0);
    assertThat(ended.err())
        .containsPattern("(?m)^main\\.go:22:1: goroutine-leak: goroutine is still blocked")
        .contains("harrier: nothing found, 1 suspicious");

    Result killed = harrier().run("trace", "-last", "1000", "./prog", "kill");
    assertThat(killed.status()).as(killed.toString()).isEqualTo(1);
    assertThat(killed.err())
        .containsPattern("(?m)^main\\.go:27:1: double-lock: ")
        .doesNotContain("goroutine-leak");
  }

  @Test
  void childrenThatReexecuteTheProgramHaveTheirOwnLogs() throws Exception {
    build(
        "os os/exec time",
        """
        if len(os.Args) == 1 {
          self, _ := os.Executable()
          child := exec.Command(self, "child")
          child.Args[0] = "another-name"
          child.Stdout = os.Stdout
          if err := child.Run(); err != nil {
            panic(err)
          }
          return
        }
        println(os.Args[0])
        os.Stdout.WriteString(os.Args[0] + "\\n")
        ch := make(chan int)
        go func() { ch <- 1 }()
        time.Sleep(50 * time.Millisecond)
        """);
    Result result = harrier().run("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).isEqualTo("another-name\n");
    assertThat(result.err()).contains("goroutine-leak").contains("(2 processes, ");
  }

  @Test
  void outsideAModuleTheRunIsKeptAmongTheCaches() throws Exception {
    build(
        "time", "ch := make(chan int)\ngo func() { ch <- 1 }()\ntime.Sleep(50 * time.Millisecond)");
    Files.delete(directory.resolve("go.mod"));
    assertThat(harrier().run("trace", "./prog").status()).isEqualTo(1);
    assertThat(directory.resolve(".harrier")).doesNotExist();
    assertThat(harrier().run("report").out()).contains("goroutine-leak");
  }
}
