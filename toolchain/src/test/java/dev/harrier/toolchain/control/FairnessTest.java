package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that continue until another goroutine acts end under every strategy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FairnessTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"runtime"
      	"sync/atomic"
      	"testing"
      	"time"
      )

      func TestYields(t *testing.T) {
      	var stop atomic.Bool
      	for range 3 {
      		go func() {
      			for !stop.Load() {
      				runtime.Gosched()
      			}
      		}()
      	}
      	go stop.Store(true)
      	for !stop.Load() {
      		runtime.Gosched()
      	}
      }

      func TestSpins(t *testing.T) {
      	var stop atomic.Bool
      	time.AfterFunc(100*time.Millisecond, func() { stop.Store(true) })
      	for !stop.Load() {
      	}
      }

      func TestPolls(t *testing.T) {
      	var stop atomic.Bool
      	c := make(chan int, 1)
      	time.AfterFunc(time.Millisecond, func() { stop.Store(true) })
      	for !stop.Load() {
      		select {
      		case c <- 1:
      		default:
      			<-c
      		}
      	}
      }

      func TestPollsSeveral(t *testing.T) {
      	a, b := make(chan int, 1), make(chan int, 1)
      	go func() { a <- 1 }()
      	go func() { b <- 1 }()
      	got := 0
      	for end := time.Now().Add(100 * time.Millisecond); got < 2 && time.Now().Before(end); {
      		select {
      		case <-a:
      			got++
      		case <-b:
      			got++
      		default:
      		}
      	}
      	if got < 2 {
      		t.Fatal("nobody sent")
      	}
      }

      func TestPollsAlone(t *testing.T) {
      	a := make(chan int)
      	for end := time.Now().Add(100 * time.Millisecond); time.Now().Before(end); {
      		select {
      		case <-a:
      		default:
      		}
      	}
      }

      func TestPollsBesideToil(t *testing.T) {
      	c, stop := make(chan int), make(chan int)
      	go func() {
      		for {
      			select {
      			case c <- 1:
      			case <-stop:
      				return
      			}
      		}
      	}()
      	go func() {
      		for {
      			select {
      			case <-c:
      			case <-stop:
      				return
      			}
      		}
      	}()
      	enough := time.After(100 * time.Millisecond)
      	for waits := true; waits; {
      		select {
      		case <-enough:
      			waits = false
      		default:
      		}
      	}
      	close(stop)
      }

      func TestPicks(t *testing.T) {
      	closed, done := make(chan int), make(chan int)
      	close(closed)
      	close(done)
      	for {
      		select {
      		case <-done:
      			return
      		case <-closed:
      		}
      	}
      }
      """;

  private static final String HANG =
      """
      package m

      import (
      	"testing"
      	"time"
      )

      func TestHangs(t *testing.T) {
      	ticks := make(chan int, 1)
      	go func() {
      		for range time.Tick(20 * time.Millisecond) {
      			select {
      			case ticks <- 1:
      			case <-ticks:
      			}
      		}
      	}()
      	<-make(chan int)
      }
      """;

  private static final String CROWD =
      """
      package m

      import "testing"

      func TestCrowd(t *testing.T) {
      	done := make(chan int, 100_000)
      	for range 100_000 {
      		go func() { done <- 1 }()
      	}
      	for range 100_000 {
      		<-done
      	}
      }
      """;

  private static final String TOIL =
      """
      package m

      import "testing"

      func TestLeavesTwoToil(t *testing.T) {
      	c := make(chan int)
      	go func() {
      		for {
      			c <- 1
      		}
      	}()
      	go func() {
      		for range c {
      		}
      	}()
      }
      """;

  private CompiledTest test;
  private CompiledTest hang;

  @BeforeAll
  void compile(@TempDir Path directory, @TempDir Path other) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
    hang = CompiledTest.controlled(other, HANG);
  }

  /** It takes a minute of a processor where every decision looks at all who can run. */
  @Test
  void aCrowdIsNoBurden(@TempDir Path directory) throws Exception {
    CompiledTest crowd = CompiledTest.of(directory, CROWD);
    Duration before = timeOfChildren();
    Execution run = crowd.run("5,1,0,0,0", "");
    assertThat(run.all(Event.Spawn.class)).hasSizeGreaterThan(100_000);
    assertThat(timeOfChildren().minus(before)).isLessThan(Duration.ofSeconds(20));
  }

  /** The processor time of those that have ended: in proc(5), cutime and cstime. */
  private static Duration timeOfChildren() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Duration.ofMillis(10 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14])));
  }

  /**
   * They are waited for at the end of the test and of the process, but not for millions of
   * operations.
   */
  @Test
  void whoToilsForEverKeepsNothingFromEnding(@TempDir Path directory) throws Exception {
    Execution run = CompiledTest.of(directory, TOIL).run("5,1,0,0,0", "");
    assertThat(run.all(Event.TestEnd.class)).isNotEmpty();
    assertThat(run.all(Event.Send.class).size()).isBetween(100, 50_000);
  }

  /** Its limit is reached in virtual time, whether timers expire early or not. */
  @ParameterizedTest
  @ValueSource(strings = {"1,1,0,0,0", "1,1,0,0,1024", "3,3,0,0,128", "5,5,0,0,0"})
  void aHangBesideATickerIsEndedByTheLimitOfTheTest(String control) throws Exception {
    Execution run = hang.run(control, "");
    assertThat(run.all(Event.Panic.class))
        .filteredOn(Event.Panic::fatal)
        .singleElement()
        .matches(p -> p.message().startsWith("test timed out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,1,0,0,0", "2,2,3,100,0", "3,3,0,0,0", "4,4,3,100,0", "5,5,0,0,0"})
  void allLoopsEnd(String control) throws Exception {
    assertThat(test.run(control, "").all(Event.TestEnd.class))
        .filteredOn(e -> e.status() == Event.TestStatus.PASSED)
        .hasSizeGreaterThanOrEqualTo(7);
  }
}
