package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier fuzz} on tests that need more than themselves: ports, networks, processes. */
final class FuzzContextTest {
  @TempDir private Path directory;

  private HarrierProcess harrier() {
    return new HarrierProcess(directory);
  }

  /** Two tests that both want this port for a while, on a clock that Harrier does not control. */
  private void sharedPort(int port) throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"net"
            	"syscall"
            	"testing"
            )

            func listen(t *testing.T) {
            	l, err := net.Listen("tcp", "127.0.0.1:%d")
            	if err != nil {
            		panic(err)
            	}
            	syscall.Nanosleep(&syscall.Timespec{Sec: 1}, nil)
            	l.Close()
            }

            func TestOne(t *testing.T) { listen(t) }
            func TestTwo(t *testing.T) { listen(t) }
            """
                .formatted(port));
  }

  @Test
  void testsThatShareAPortAreNoFindingOfEachOther() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    sharedPort(port);
    Result result =
        harrier().call("fuzz", "--workers", "2", "--per-test", "2", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out())
        .contains("took an address from each other and were run one at a time")
        .doesNotContain("test-panic: ");
  }

  @Test
  void testsThatShareAFileDoNotFailForEachOther() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            )

            func use(t *testing.T) {
            	for range 200 {
            		if err := os.Mkdir("shared", 0o700); err != nil {
            			t.Fatal(err)
            		}
            		if err := os.WriteFile("shared/x", nil, 0o600); err != nil {
            			t.Fatal(err)
            		}
            		if err := os.RemoveAll("shared"); err != nil {
            			t.Fatal(err)
            		}
            	}
            }

            func TestOne(t *testing.T) { use(t) }
            func TestTwo(t *testing.T) { use(t) }
            """);
    Result result =
        harrier().call("fuzz", "--workers", "2", "--per-test", "12", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out())
        .contains("failed next to each other, and not alone, and were run one at a time")
        .doesNotContain("failed under some schedules")
        .contains("nothing found");
  }

  @Test
  void aPortThatSomebodyElseHasIsTheTestsTrouble() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      sharedPort(taken.getLocalPort());
      Result result = harrier().call("fuzz", "--workers", "2", "--execs", "8");
      assertThat(result.status()).as(result.toString()).isEqualTo(3);
      assertThat(result.out())
          .contains("test-panic: ")
          .contains("address already in use")
          .contains("the test fails without Harrier, too")
          .contains("run alone from then on");
    }
  }

  @Test
  void aTestThatNeedsTheNetworkRunsOnRealTimeOrFailsByItself() throws Exception {
    GoModule.at(directory)
        .test(
            "io net",
            """
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil {
              t.Fatal(err)
            }
            go func() {
              c, err := l.Accept()
              if err == nil {
                io.WriteString(c, "well")
                c.Close()
              }
            }()
            c, err := net.Dial("tcp", l.Addr().String())
            if err != nil {
              t.Fatal(err)
            }
            if said, err := io.ReadAll(c); string(said) != "well" {
              t.Fatal(string(said), err)
            }
            l.Close()
            """);
    Result loopback = harrier().call("fuzz", "--per-test", "20");
    assertThat(loopback.status()).as(loopback.toString()).isZero();
    assertThat(loopback.out()).doesNotContain("without a finding");

    GoModule.at(directory)
        .test(
            "net",
            """
            if _, err := net.Dial("tcp", "host.invalid:80"); err != nil {
              t.Fatal(err)
            }
            """);
    Result none = harrier().call("fuzz", "--per-test", "2");
    assertThat(none.status()).as(none.toString()).isEqualTo(3);
    assertThat(none.out())
        .containsPattern("example.com/m.TestM failed in all \\d executions")
        .containsPattern("of 2 executions \\(m_test.go:\\d+: dial tcp: lookup host.invalid");
  }

  @Test
  void theTimeLimitOfATestIsNoDefect() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            guard := time.AfterFunc(time.Second, func() { panic("too slow") })
            c := make(chan int)
            go func() { c <- 1 }()
            <-c
            guard.Stop()
            """);
    Result result = harrier().call("fuzz", "--per-test", "60", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).contains("needs a timer that fires before its time");
  }

  @Test
  void theTimeLimitOfAHelperOfTestsIsNoDefectButWhatGoesWrongInATimersFunctionIs()
      throws Exception {
    GoModule module =
        GoModule.at(directory)
            .file(
                "within.go",
                """
                package m

                import "time"

                func within(f func(), late func()) {
                  guard := time.AfterFunc(time.Second, late)
                  defer guard.Stop()
                  f()
                }

                func tooLong() { panic("it took too long") }

                func forget() { var p *int; *p = 1 }

                func work() {
                  c := make(chan int)
                  go func() { c <- 1 }()
                  <-c
                }

                func hang() { <-make(chan int) }
                """);
    String[] fuzz = {"fuzz", "--fresh", "--per-test", "60", "--without", "coverage"};

    module.test("", "within(work, tooLong)");
    Result slow = harrier().call(fuzz);
    assertThat(slow.status()).as(slow.toString()).isZero();
    assertThat(slow.out())
        .contains("a time limit's own panic, and needs a timer that fires before its time");

    module.test("", "within(work, forget)");
    Result mistaken = harrier().call(fuzz);
    assertThat(mistaken.status()).as(mistaken.toString()).isEqualTo(1);
    assertThat(mistaken.out()).contains("test-panic: ").contains("nil pointer dereference");

    module.test("", "within(hang, tooLong)");
    Result hanging = harrier().call(fuzz);
    assertThat(hanging.status()).as(hanging.toString()).isEqualTo(3);
    assertThat(hanging.out())
        .contains("test-panic: ")
        .contains("it took too long")
        .contains("panicked every time");
  }

  /** One execution does not show that it always panics: runs without a schedule do. */
  @Test
  void aTestWithoutTheServerThatItNeedsFailsNoRunHoweverShort() throws Exception {
    GoModule.at(directory)
        .test(
            "net",
            """
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil {
              t.Fatal(err)
            }
            l.Close()
            c, _ := net.Dial("tcp", l.Addr().String())
            c.Close()
            """);
    Result result = harrier().call("fuzz", "--fresh", "--per-test", "1", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.out())
        .contains("test-panic: ")
        .contains("it ended 4 executions of the test, whatever the schedule, and none passed")
        .contains("panicked every time");
  }

  /** Each execution writes as many events as it may, which take seconds to read. */
  @Test
  void executionsOfMillionsOfEventsEndWithTheBudget() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            """
            var mu sync.Mutex
            n := 0
            for ended := false; !ended; {
            	mu.Lock()
            	n++
            	ended = n < 0
            	mu.Unlock()
            }
            """);
    Result result =
        harrier().call("fuzz", "--time", "2s", "--limit", "1h", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isZero();
    Matcher time = Pattern.compile("executions in ([0-9.]+) s").matcher(result.out());
    assertThat(time.find()).as(result.out()).isTrue();
    assertThat(Double.parseDouble(time.group(1))).isLessThan(4);
  }

  /** Timers send on the scheduler's stack, which can't wait for a preferred case. */
  @Test
  void ordersThatPreferTheSendOfATickerAreHarmless() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            done := make(chan bool)
            ticker := time.NewTicker(time.Millisecond)
            for i := 0; i < 5; i++ {
            	select {
            	case <-ticker.C:
            	case <-done:
            	}
            	time.Sleep(5 * time.Millisecond)
            }
            ticker.Stop()
            """);
    Result result =
        harrier()
            .call("fuzz", "--per-test", "60", "--without", "coverage,reversals", "--time", "4m");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).doesNotContain("fatal error");
  }

  @Test
  void whatAFailedTestLeavesInARunThatWasHurriedIsSuspicious() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            c := make(chan int)
            go func() { c <- 1 }()
            select {
            case <-c:
            case <-time.After(time.Minute):
              t.Fatal("too slow")
            }
            """);
    Result result = harrier().call("fuzz", "--per-test", "60", "--without", "coverage");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out())
        .contains("goroutine-leak: ")
        .contains("the test may not have cleaned up")
        .contains("failed, but only in runs with timers fired before their time");

    GoModule.at(directory).test("", "go func() { make(chan int) <- 1 }()\nt.Error(\"wrong\")");
    Result unhurried = harrier().call("fuzz", "--per-test", "2", "--strategy", "default");
    assertThat(unhurried.status()).as(unhurried.toString()).isEqualTo(1);
  }

  @Test
  void coverageIsKeptForTheNextExplorationAlsoWithTrimmedPaths() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            """
            var mu sync.Mutex
            var wg sync.WaitGroup
            for range 2 {
              wg.Go(func() { mu.Lock(); mu.Unlock() })
            }
            wg.Wait()
            """);
    Result first = harrier().with("GOFLAGS", "-trimpath").call("fuzz", "--per-test", "30");
    String reached = coverage(first);
    assertThat(reached).as(first.toString()).doesNotStartWith("0.0");

    Result next = harrier().call("fuzz", "--per-test", "1", "--strategy", "default");
    assertThat(coverage(next)).as(next.toString()).isEqualTo(reached);
    Result fresh = harrier().call("fuzz", "--per-test", "1", "--strategy", "default", "--fresh");
    assertThat(coverage(fresh)).as(fresh.toString()).isNotEqualTo(reached);

    Path source = directory.resolve("m_test.go");
    Files.writeString(source, Files.readString(source) + "\n");
    assertThat(harrier().call("fuzz", "--per-test", "1").out())
        .contains("were dropped: their sources have changed");
  }

  private static String coverage(Result result) {
    return result.out().replaceAll("(?s).*concurrency coverage ([\\d.]+) %.*", "$1");
  }

  /**
   * A test that continues after t.Error has only itself to blame. Without haste it fails all the
   * same, in the default order.
   */
  @Test
  void aPanicAfterAFailureIsAConsequence() throws Exception {
    String dial =
        """
        answer := make(chan *int, 1)
        go func() { answer <- new(int) }()
        var p *int
        select {
        case p = <-answer:
        case <-time.After(%s):
        %s
        }
        *p = 1
        """;
    String[] fuzz = {"fuzz", "--fresh", "--per-test", "60"};

    GoModule.at(directory).test("time", dial.formatted("time.Second", "t.Error(\"late\")"));
    Result late = harrier().call(fuzz);
    assertThat(late.status()).as(late.toString()).isZero();
    assertThat(late.out()).contains("it may only be a consequence");

    GoModule.at(directory)
        .test("time", dial.formatted("time.Second", "t.Error(\"late\"); <-make(chan int)"));
    Result hangs = harrier().call(fuzz);
    assertThat(hangs.status()).as(hangs.toString()).isZero();
    assertThat(hangs.out()).contains("global-deadlock: ").contains("it may only be a consequence");

    GoModule.at(directory).test("time", dial.formatted("0", "t.Error(\"late\")"));
    // With one processor the timer is there before the answer: Go's own scheduler lets the test
    // fail each time, so that its failure is no finding.
    Result fails = harrier().with("GOMAXPROCS", "1").call(fuzz);
    assertThat(fails.status()).as(fails.toString()).isEqualTo(3);
    assertThat(fails.out())
        .contains("test-panic: ", "it may only be a consequence")
        .contains("TestM failed under some schedules, without a finding");
  }
}
