package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose bugs hide: the default order does not show them, exploration does. */
final class ExploredProgramsTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs").toAbsolutePath().normalize().resolve("explore");

  @TempDir private Path copy;

  private RunReport fuzz(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("fuzz"));
    words.addAll(List.of(options));
    words.add("./...");
    Result result = new HarrierProcess(copy).call(words.toArray(String[]::new));
    assertThat(result.status()).as(result.toString()).isLessThan(2);
    return new RunStore(copy.resolve(".harrier"), copy).latest();
  }

  @TestFactory
  List<DynamicTest> explorationShowsWhatIsAnnouncedAndNothingElse() throws Exception {
    List<String> programs = copyPrograms();
    List<Want> wants = WantComments.in(copy);
    RunReport report = fuzz("--per-test", "100", "--time", "4m");
    List<DynamicTest> tests = new ArrayList<>();
    for (String program : programs) {
      tests.add(
          DynamicTest.dynamicTest(program, () -> WantedFindings.check(program, wants, report)));
    }
    return tests;
  }

  @Test
  void theDefaultOrderShowsNothing() throws Exception {
    copyPrograms();
    RunReport report =
        fuzz("--per-test", "1", "--strategy", "default", "--without", "orders,coverage");
    assertThat(report.findings())
        .extracting(Finding::strength)
        .doesNotContain(Strength.OBSERVED, Strength.SUSPICIOUS);
  }

  /**
   * Random schedules would need each of three goroutines to be late by a dozen operations: some of
   * a hundred are, as the draws of this version happen to be, and hardly any of fifty.
   */
  @Test
  void whatNoChanceBringsIsFoundByReversals() throws Exception {
    copyPrograms();
    String[] few = {"--fresh", "--run", "TestDeal", "--per-test", "50", "--without"};
    assertThat(fuzz(with(few, "reversals,systematic,coverage")).findings()).isEmpty();
    String[] only = {"--fresh", "--run", "TestDeal", "--per-test", "100", "--without"};
    assertThat(fuzz(with(only, "coverage")).findings())
        .extracting(f -> f.rule().id())
        .containsExactly("global-deadlock");
  }

  /** The order of its locks is wrong, but a flag keeps those apart who take them. */
  @Test
  void aPredictionIsWithdrawnWhereAllSchedulesAreKnown() throws Exception {
    copyPrograms();
    Path fixed = copy.resolve("closed-before-audit/fixed");
    String[] only = {"fuzz", "--fresh", "--per-test", "100", "."};
    Result all = new HarrierProcess(fixed).call(only);
    assertThat(all.status()).as(all.toString()).isZero();
    assertThat(all.out())
        .contains("1 prediction withdrawn", "every schedule of 1 test was explored");
    assertThat(new RunStore(copy.resolve(".harrier"), copy).latest().findings()).isEmpty();
    Result some =
        new HarrierProcess(fixed)
            .call("fuzz", "--fresh", "--per-test", "100", "--without", "systematic", ".");
    assertThat(some.out()).doesNotContain("withdrawn");
    assertThat(new RunStore(copy.resolve(".harrier"), copy).latest().findings())
        .extracting(f -> f.rule().id())
        .containsExactly("lock-order-deadlock");
  }

  /** Natively, computing takes long enough for the clock to have both take their locks. */
  @Test
  void codeMayTakeLongForATestThatReadsTheClock() throws Exception {
    Files.writeString(copy.resolve("go.mod"), "module harrier.dev/explored\n\ngo 1.24\n");
    Files.writeString(
        copy.resolve("slow_test.go"),
        """
        package slow

        import (
        	"sync"
        	"sync/atomic"
        	"testing"
        	"time"
        )

        var sink int

        func compute() {
        	for i := range 1000 {
        		sink += i
        	}
        }

        func TestSlow(t *testing.T) {
        	var a, b sync.Mutex
        	var closed atomic.Bool
        	done := make(chan bool)
        	start := time.Now()
        	compute()
        	slow := time.Since(start) > time.Millisecond
        	go func() {
        		if slow || closed.Load() {
        			b.Lock()
        			a.Lock()
        			a.Unlock()
        			b.Unlock()
        		}
        		close(done)
        	}()
        	a.Lock()
        	b.Lock()
        	b.Unlock()
        	a.Unlock()
        	closed.Store(true)
        	<-done
        }
        """);
    String[] words = {"fuzz", "--fresh", "--per-test", "100", ".", "--without"};
    Result result = new HarrierProcess(copy).call(with(words, "coverage"));
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("slow_test.go:")
        .contains("global-deadlock: the test is deadlocked")
        .contains("assumes that explored.TestSlow takes 1 ms, up to slow_test.go:24")
        .contains("shown by 10 of 10 runs")
        .contains("not every schedule can be known of tests that read the clock (1)")
        .doesNotContain("withdrawn", "every schedule of");

    Result without = new HarrierProcess(copy).call(with(words, "coverage,computing"));
    assertThat(without.out()).doesNotContain("global-deadlock: ", "withdrawn");
  }

  private static String[] with(String[] options, String last) {
    String[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = last;
    return all;
  }

  private List<String> copyPrograms() throws IOException {
    Files.writeString(copy.resolve("go.mod"), "module harrier.dev/explored\n\ngo 1.24\n");
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Path target = copy.resolve(PROGRAMS.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    try (Stream<Path> programs = Files.list(PROGRAMS)) {
      return programs.map(p -> String.valueOf(p.getFileName())).sorted().toList();
    }
  }

  /** Natively the parent may find the message missing; Harrier has waited for the goroutine. */
  @Test
  void aTestThatLeavesGoroutinesBehindIsNotExploredToItsEnd(@TempDir Path module) throws Exception {
    GoModule.at(module)
        .test(
            "",
            """
            ch := make(chan int, 1)
            t.Run("sub", func(t *testing.T) {
            	go func() { ch <- 1 }()
            })
            select {
            case <-ch:
            default:
            	panic("late")
            }
            """);

    Result result = new HarrierProcess(module).call("fuzz", "--per-test", "40", "./...");

    assertThat(result.out())
        .as(result.toString())
        .contains("not every schedule can be known of tests that leave goroutines behind (1)")
        .doesNotContain("every schedule of", "the clock");
  }
}
