package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code harrier fuzz --start fork}: executions that are copies of one process. */
final class FuzzStartTest {
  private static final Pattern FIRST =
      Pattern.compile("first found by execution \\d+|\\d+ processes, [\\d,]+ events");

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private static List<String> found(Result result) {
    return FIRST.matcher(result.toString()).results().map(match -> match.group()).toList();
  }

  /**
   * Its panic takes numbers, and an order of a map, from before its tests and within. The other
   * package is started when the first one has had plans; its traces are of many chunks, and the
   * copies write one over the other. Before its tests a timer is set and stopped, and a key drawn.
   */
  @Test
  void copiesShowWhatStartedProcessesShowAndReplayThere() throws Exception {
    Files.createDirectory(directory.resolve("other"));
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"math/rand"
            	"os"
            	"testing"
            )

            var table = map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9}
            var before = rand.Int()

            func TestMain(m *testing.M) { os.Exit(m.Run()) }

            func TestM(t *testing.T) {
            	first := ""
            	for first = range table {
            		break
            	}
            	ch := make(chan int)
            	go func() { ch <- 1 }()
            	<-ch
            	if first == "c" && (before+rand.Int())%2 == 0 {
            		close(ch)
            		close(ch)
            	}
            }
            """)
        .file(
            "other/other_test.go",
            """
            package other

            import (
            	"crypto/rand"
            	"sync"
            	"testing"
            	"time"
            )

            var key = rand.Text()

            func init() { time.AfterFunc(time.Minute, func() {}).Stop() }

            func TestOther(t *testing.T) {
            	var mu sync.Mutex
            	var wg sync.WaitGroup
            	for i := range 3 {
            		wg.Go(func() {
            			for range 3 + i*200 {
            				mu.Lock()
            				mu.Unlock()
            			}
            		})
            	}
            	wg.Wait()
            	if key == "" {
            		t.Error("no key")
            	}
            }
            """);
    Result started =
        harrier(
            "fuzz", "--per-test", "40", "--workers", "1", "--fresh", "--start", "exec", "./...");
    assertThat(started.status()).as(started.toString()).isEqualTo(1);

    Result copied =
        harrier(
            "fuzz", "--per-test", "40", "--workers", "1", "--fresh", "--start", "fork", "./...");
    assertThat(copied.status()).as(copied.toString()).isEqualTo(1);
    assertThat(found(copied)).hasSizeGreaterThan(1).isEqualTo(found(started));
    assertThat(copied.toString()).doesNotContain("a process was started");

    String finding =
        new RunStore(directory.resolve(".harrier"), directory)
            .latest()
            .findings()
            .getFirst()
            .fingerprint();
    Result replay = harrier("replay", "-n", "3", finding);
    assertThat(replay.status()).as(replay.toString()).isEqualTo(1);
    assertThat(replay.toString()).contains("all runs were identical");
  }

  @Test
  void aHangingCopyIsEndedAndTheNextOneRuns() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            )

            func TestA(t *testing.T) {
            	r, w, err := os.Pipe()
            	if err != nil {
            		t.Fatal(err)
            	}
            	defer w.Close()
            	r.Fd() // it is the kernel's from here on
            	r.Read(make([]byte, 1))
            }

            func TestB(t *testing.T) {
            	ch := make(chan int)
            	go func() { ch <- 1 }()
            }
            """);
    Result result =
        harrier("fuzz", "--per-test", "2", "--limit", "1s", "--workers", "1", "--start", "fork");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("goroutine-leak: ").contains("test-timeout: ");
    assertThat(result.toString()).doesNotContain("a process was started");
  }

  /** What runs before tests is the same in all executions: their schedules begin with the tests. */
  @Test
  void goroutinesAndTimersOfBeforeTheTestsAreInCopiesAsInProcesses() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"sync"
            	"testing"
            	"time"
            )

            var (
            	work  = make(chan int)
            	mu    sync.Mutex
            	total int
            	ticks int
            )

            func init() {
            	for range 2 {
            		go func() {
            			for n := range work {
            				mu.Lock()
            				total += n
            				mu.Unlock()
            			}
            		}()
            	}
            	go func() {
            		for range time.Tick(time.Millisecond) {
            			mu.Lock()
            			ticks++
            			mu.Unlock()
            		}
            	}()
            	work <- 1
            	time.Sleep(10 * time.Millisecond)
            }

            func TestM(t *testing.T) {
            	work <- 2
            	go func() { work <- 3 }()
            	time.Sleep(5 * time.Millisecond)
            	mu.Lock()
            	defer mu.Unlock()
            	if total == 3 {
            		t.Error("the last one is late")
            	}
            }
            """);
    List<String> events = new ArrayList<>();
    for (String start : List.of("exec", "fork")) {
      Result result =
          harrier(
              "fuzz", "-fresh", "-workers", "1", "-per-test", "40", "-seed", "7", "-start", start);
      assertThat(result.toString()).doesNotContain("a process was started");
      Matcher matcher = Pattern.compile("[\\d,]+ events").matcher(result.toString());
      assertThat(matcher.find()).as(result.toString()).isTrue();
      events.add(matcher.group());
    }
    assertThat(events.get(1)).isEqualTo(events.get(0));
  }

  @Test
  void aPackageThatOnlyReadsFilesBeforeItsTestsHasCopies() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            )

            var text, _ = os.ReadFile("go.mod")

            func TestM(t *testing.T) {
            	if len(text) == 0 {
            		t.Fatal("nothing was read")
            	}
            }
            """);
    Result result = harrier("fuzz", "-per-test", "3", "-start", "fork");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.toString()).doesNotContain("a process was started");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var dir, _ = os.MkdirTemp(\"\", \"m\")",
        "var dir string\n\nfunc init() {\n\tch := make(chan string)\n"
            + "\tgo func() { ch <- strconv.Itoa(os.Getpid()) }()\n\tdir = <-ch\n}"
      })
  void aPackageThatChangesTheSystemBeforeItsTestsHasAProcessForEachExecution(String setup)
      throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"strconv"
            	"testing"
            )

            SETUP

            var _ = strconv.Itoa

            func TestM(t *testing.T) {
            	_, err := os.Stat(dir)
            	if dir != strconv.Itoa(os.Getpid()) && err != nil {
            		t.Fatal("this is not the process that began: ", dir)
            	}
            }
            """
                .replace("SETUP", setup));
    Result result = harrier("fuzz", "-per-test", "3", "-start", "fork");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.toString())
        .contains("(it changes files, or reads its process id, before its tests)");
  }

  @Test
  void aPackageThatKeepsItsProcessIdHasAProcessForEachExecution() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            )

            var pid = os.Getpid()

            func TestM(t *testing.T) {
            	if pid != os.Getpid() {
            		t.Error("another process")
            	}
            }
            """);
    Result result = harrier("fuzz", "--per-test", "3", "--start", "fork");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.toString())
        .contains(
            "a process was started for each execution of 1 package: example.com/m (it changes"
                + " files, or reads its process id, before its tests)");
  }

  /** A process that a copy starts gets the schedule of that execution, and makes no copies. */
  @ParameterizedTest
  @ValueSource(strings = {"exec", "fork"})
  void aTestMayStartItsOwnBinary(String start) throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"os/exec"
            	"strings"
            	"testing"
            )

            func TestM(t *testing.T) {
            	if os.Getenv("CHILD") != "" {
            		panic("as wanted")
            	}
            	child := exec.Command(os.Args[0], "-test.run=^TestM$")
            	child.Env = append(os.Environ(), "CHILD=1")
            	said, err := child.CombinedOutput()
            	if err == nil || !strings.Contains(string(said), "as wanted") {
            		t.Fatalf("%v: %s", err, said)
            	}
            }
            """);

    Result result = harrier("fuzz", "--per-test", "5", "--fresh", "--start", start, ".");

    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.toString()).doesNotContain("failed");
  }
}
