package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier trace} on programs that the plain {@code go build} made. */
final class TraceCommandTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeModule() throws IOException {
    TracedModule.at(directory);
  }

  private HarrierProcess harrier() {
    return new TracedModule(directory).harrier();
  }

  private void build(String imports, String body) throws Exception {
    new TracedModule(directory).build(imports, body);
  }

  private void go(String... arguments) throws Exception {
    new TracedModule(directory).go(arguments);
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
  void goroutinesStuckWhenASignalEndedTheProgramAreReported() throws Exception {
    build(
        "sync syscall time",
        """
        var mu sync.Mutex
        go func() {
          mu.Lock()
          mu.Lock()
        }()
        time.Sleep(50 * time.Millisecond)
        left := syscall.Timespec{Sec: 1, Nsec: 500e6}
        for syscall.Nanosleep(&left, &left) == syscall.EINTR { // a signal of the runtime's
        }
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
        	// Until it waits for stop, however busy the machine is.
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
  void aCopyLogsWhereItIsConfiguredTo() throws Exception {
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
    assertThat(lost.err()).contains("which is not here; give that file with -binary");
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

  /**
   * The goroutine that could help the receiver slept since before the first record that is left.
   */
  @Test
  void aRingThatLostRecordsProvesNoStandstillButAWaitCycle() throws Exception {
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
