package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier test} found or predicts, under schedules that it tries afterwards. */
final class ConfirmTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  @TempDir private Path directory;

  @BeforeEach
  void needsControl() throws Exception {
    assumeTrue(GoRelease.CHOSEN.version().atLeast(26), "schedules need Go 1.26");
    for (String name :
        new String[] {"lock-order-deadlock", "channel-lock-deadlock", "test-panic"}) {
      copy(PROGRAMS.resolve(name).resolve("bug"), directory.resolve(name));
    }
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
  }

  /**
   * With one processor the goroutine has no chance, unless the scheduler is asked to give it one.
   */
  private static final String SOMETIMES =
      """
      package sometimes

      import (
      	"runtime"
      	"testing"
      )

      func TestSometimes(t *testing.T) {
      	runtime.GOMAXPROCS(1)
      	ready := make(chan int, 1)
      	go func() { ready <- 1 }()
      	select {
      	case <-ready:
      	default:
      		panic("not ready")
      	}
      }
      """;

  /**
   * Who waits with the lock held waits for a goroutine that is past the lock, for what it read
   * under the lock says so. A trace does not show that.
   */
  private static final String GUARDED =
      """
      package guarded

      import (
      	"sync"
      	"testing"
      	"time"
      )

      type loop struct {
      	mu      sync.Mutex
      	running bool
      	stop    chan int
      }

      func (l *loop) run() {
      	l.mu.Lock()
      	l.running = true
      	l.mu.Unlock()
      	<-l.stop
      }

      func (l *loop) end() bool {
      	l.mu.Lock()
      	defer l.mu.Unlock()
      	if l.running {
      		l.stop <- 1
      	}
      	return l.running
      }

      func TestGuarded(t *testing.T) {
      	l := &loop{stop: make(chan int)}
      	go l.run()
      	for !l.end() {
      		time.Sleep(time.Millisecond)
      	}
      }
      """;

  /**
   * Who takes the locks the other way round does so when no other goroutine needs them any more.
   */
  private static final String COUNTED =
      """
      package stock

      import (
      	"runtime"
      	"sync"
      	"sync/atomic"
      	"testing"
      )

      type stock struct {
      	shelf, book sync.Mutex
      	counted     atomic.Bool
      }

      func (s *stock) count() {
      	s.shelf.Lock()
      	s.book.Lock()
      	s.book.Unlock()
      	s.shelf.Unlock()
      	s.counted.Store(true)
      }

      func (s *stock) correct() {
      	counted := s.counted.Load()
      	if counted {
      		s.book.Lock()
      		s.shelf.Lock()
      		s.shelf.Unlock()
      		s.book.Unlock()
      	}
      }

      func TestStock(t *testing.T) {
      	var s stock
      	var done sync.WaitGroup
      	done.Add(1)
      	go func() {
      		defer done.Done()
      		for range 50 {
      			runtime.Gosched()
      		}
      		s.correct()
      	}()
      	s.count()
      	done.Wait()
      }
      """;

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).with("GOPROXY", "off").call(arguments);
  }

  private RunReport latest() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  @Test
  void predictedDeadlocksHappenUnderASchedule() throws Exception {
    Result result = harrier("test", "--confirm", "60s", "./lock-order-deadlock");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(latest().findings())
        .hasSize(5)
        .allSatisfy(f -> assertThat(f.strength()).as(f.toString()).isEqualTo(Strength.CONFIRMED))
        .allSatisfy(f ->
            assertThat(f.witness().interleaving().orElseThrow().turns())
                .as("what the source calls the locks")
                .anySatisfy(
                    turn -> assertThat(turn.details().orElseThrow().operand()).isNotEmpty()));
    assertThat(result.out()).contains("happened in execution");
    Finding finding = latest().findings().getFirst();
    Result again = harrier("replay", finding.fingerprint());
    assertThat(again.status()).as(again.toString()).isEqualTo(1);
    assertThat(again.out()).contains("reproduced in 10 of 10 runs");
  }

  @Test
  void waitsWithALockHeldHappen() throws Exception {
    Result result = harrier("test", "--confirm", "60s", "./channel-lock-deadlock");
    assertThat(latest().findings())
        .as(result.toString())
        .isNotEmpty()
        .allSatisfy(f -> assertThat(f.strength()).as(f.toString()).isEqualTo(Strength.CONFIRMED));
  }

  @Test
  void whatManyDirectedRunsDoNotMakeHappenIsSuspicious() throws Exception {
    Files.createDirectories(directory.resolve("guarded"));
    Files.writeString(directory.resolve("guarded/m_test.go"), GUARDED);
    Result off = harrier("test", "--confirm", "off", "./guarded");
    assertThat(latest().findings())
        .as(off.toString())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.PREDICTED));
    Result result =
        new HarrierProcess(directory.resolve("guarded"))
            .with("GOPROXY", "off")
            .call("test", "--confirm", "60s");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(latest().findings())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.strength()).as(f.toString()).isEqualTo(Strength.SUSPICIOUS));
    assertThat(result.out()).containsPattern("in \\d+ all its goroutines reached their places");
  }

  /** Its locks come in both orders, but a flag keeps those apart who take them. */
  @Test
  void whatNoScheduleMakesHappenIsWithdrawn() throws Exception {
    Files.createDirectories(directory.resolve("stock"));
    Files.writeString(directory.resolve("stock/m_test.go"), COUNTED);
    Result off = harrier("test", "--confirm", "off", "./stock");
    assertThat(latest().findings())
        .as(off.toString())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.PREDICTED));
    Result result = harrier("test", "--confirm", "60s", "./stock");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("1 prediction withdrawn");
    assertThat(latest().findings()).isEmpty();
  }

  @Test
  void withoutTheSearchTheyArePredicted() throws Exception {
    Result result = harrier("test", "--confirm", "off", "./lock-order-deadlock");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(latest().findings())
        .hasSize(5)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.PREDICTED));
  }

  /**
   * A test that fails also without Harrier: ten schedules are tried, and three runs without one.
   */
  @Test
  void aPanicUnderEveryScheduleIsSuspicious() throws Exception {
    Result result = harrier("test", "./test-panic");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(latest().findings())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.SUSPICIOUS))
        .allSatisfy(
            f -> assertThat(f.explanation().doubts()).contains(new Doubt.EveryExecution(13)));
  }

  /** Without a schedule it nearly always panics: on a busy machine the goroutine may come first. */
  @Test
  void aPanicUnderSomeSchedulesIsAFinding() throws Exception {
    Files.createDirectories(directory.resolve("sometimes"));
    Files.writeString(directory.resolve("sometimes/m_test.go"), SOMETIMES);
    Result result = harrier("test", "./sometimes");
    for (int more = 10; more > 0 && result.status() == 0; more--) {
      result = harrier("test", "./sometimes");
    }
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(latest().findings())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.OBSERVED));
  }
}
