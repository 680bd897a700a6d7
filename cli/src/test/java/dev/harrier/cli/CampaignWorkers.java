package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The workers of a campaign, each in a clone of its own, and how far it is. */
final class CampaignWorkers implements AutoCloseable {
  private static final Pattern STATUS =
      Pattern.compile("campaign \\S+: ([\\d,]+) executions.* ([\\d,]+) announced");

  /** One test leaks where the timer fires first; one deadlocks. */
  static final String TESTS =
      """
      package m

      import (
      	"sync"
      	"testing"
      	"time"
      )

      func TestTimeout(t *testing.T) {
      	c := make(chan int)
      	go func() { c <- 1 }()
      	select {
      	case <-c:
      	case <-time.After(time.Second):
      	}
      }

      func TestLocks(t *testing.T) {
      	var a, b sync.Mutex
      	var wg sync.WaitGroup
      	wg.Add(2)
      	go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
      	go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
      	wg.Wait()
      }
      """;

  /** Deadlocks with goroutines deep in functions with a long name: its finding is large. */
  static final String LARGE =
      """
      package m

      import (
      	"sync"
      	"testing"
      )

      func NAME(depth int, mu *sync.Mutex) {
      	if depth > 0 {
      		NAME(depth-1, mu)
      		return
      	}
      	mu.Lock()
      	mu.Unlock()
      }

      func TestMany(t *testing.T) {
      	var mu sync.Mutex
      	var wg sync.WaitGroup
      	mu.Lock()
      	for range 20 {
      		wg.Go(func() { NAME(20, &mu) })
      	}
      	wg.Wait()
      }
      """
          .replace("NAME", "deep".repeat(500));

  private final Path directory;
  private final String tests;
  private final Map<String, Process> started = new LinkedHashMap<>();

  /**
   * @param directory that the clones are below
   * @param tests of the one package of the module
   */
  CampaignWorkers(Path directory, String tests) {
    this.directory = directory;
    this.tests = tests;
  }

  /** A clone, made again. */
  Path clone(String name) throws IOException {
    return GoModule.at(directory.resolve(name)).file("m_test.go", tests).root();
  }

  /** The command of a worker with one execution at a time that sees to no races. */
  static String[] fuzz(String address, long perTest, String time, String... more) {
    List<String> words = List.of("fuzz", "--campaign", address, "--per-test", "" + perTest);
    List<String> flags = List.of("--time", time, "--workers", "1", "--races", "off");
    return Stream.of(words, flags, List.of(more)).flatMap(List::stream).toArray(String[]::new);
  }

  /** Starts a command in a clone; {@link #said} has what it writes. */
  Process start(String name, String... words) throws IOException {
    return start(name, new HarrierProcess(clone(name)), words);
  }

  /** As above, of a clone that is there. */
  Process start(String name, HarrierProcess harrier, String... words) throws IOException {
    Process process =
        harrier.start(directory.resolve(name + ".out"), directory.resolve(name + ".err"), words);
    started.put(name, process);
    return process;
  }

  /** Runs a command in a clone until it ends. */
  Result run(String name, String... words) throws Exception {
    return new HarrierProcess(clone(name)).run(words);
  }

  String said(String name) throws IOException {
    return Files.readString(directory.resolve(name + ".out"))
        + Files.readString(directory.resolve(name + ".err"));
  }

  private Process worker(String name) {
    return Objects.requireNonNull(started.get(name), name);
  }

  private String saidByAll() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : started.keySet()) {
      all.append(name).append(": ").append(said(name));
    }
    return all.toString();
  }

  /** Waits for these; each ends with or without findings, and not for any trouble. */
  void endWell(String... names) throws Exception {
    for (String name : names) {
      assertThat(worker(name).waitFor()).as(said(name)).isLessThan(2);
    }
  }

  /** Waits for this one, which can't continue for lack of something, and says so in a sentence. */
  void endsForLackOf(String what, String name) throws Exception {
    assertThat(worker(name).waitFor()).as(said(name)).isEqualTo(4);
    assertThat(said(name)).contains(what).doesNotContain("\tat ");
  }

  /**
   * How far a campaign is.
   *
   * @param executions that count
   * @param announced findings that a second worker has seen
   */
  record State(long executions, long announced) {}

  /** Asks for it; nothing is there before the campaign begins. */
  State state(String address) throws Exception {
    Result status = run("looking", "campaign", "status", address);
    Matcher state = STATUS.matcher(status.out());
    if (state.find()) {
      return new State(number(state.group(1)), number(state.group(2)));
    }
    assertThat(status.err()).as(status.toString()).contains("there is no campaign");
    return new State(0, 0);
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** Asks until it is so, while there are workers. */
  State awaitState(String address, Predicate<State> reached) throws Exception {
    State state = state(address);
    while (!reached.test(state)) {
      assertThat(started.values()).as(saidByAll()).anyMatch(Process::isAlive);
      state = state(address);
    }
    return state;
  }

  @Override
  public void close() {
    started.values().forEach(Process::destroyForcibly);
  }
}
