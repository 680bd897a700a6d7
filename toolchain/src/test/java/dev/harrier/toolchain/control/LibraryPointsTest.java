package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a function of Go's own library shows to the program is up to the schedule, also where the
 * library looks only at an atomic. In each test one goroutine does two things, and another one
 * finds both done, or neither, unless it is let run between them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LibraryPointsTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"context"
      	"expvar"
      	"log"
      	"log/slog"
      	"net"
      	"net/http"
      	"os"
      	"runtime"
      	"sync"
      	"testing"
      	"time"
      )

      // between runs look, which has one operation, while first and second happen.
      func between(t *testing.T, first, second func(), look func() bool) {
      	ready := make(chan int, 1)
      	saw := make(chan bool, 1)
      	go func() {
      		<-ready
      		first()
      		second()
      		saw <- true
      	}()
      	ready <- 1
      	if look() {
      		t.Error("between")
      	}
      	<-saw
      }

      func TestErr(t *testing.T) {
      	ctx, cancel := context.WithCancel(context.Background())
      	between(t, cancel, func() {}, func() bool { return ctx.Err() != nil })
      }

      func TestErrOfChild(t *testing.T) {
      	parent, cancel := context.WithCancel(context.Background())
      	ctx, stop := context.WithTimeout(parent, time.Hour)
      	defer stop()
      	between(t, cancel, func() {}, func() bool { return ctx.Err() != nil })
      }

      func TestTryLock(t *testing.T) {
      	var mu sync.Mutex
      	between(t, mu.Lock, mu.Unlock, func() bool {
      		if !mu.TryLock() {
      			return true
      		}
      		mu.Unlock()
      		return false
      	})
      }

      func TestTryLockOfRW(t *testing.T) {
      	var mu sync.RWMutex
      	between(t, mu.RLock, mu.RUnlock, func() bool {
      		if !mu.TryLock() {
      			return true
      		}
      		mu.Unlock()
      		return false
      	})
      }

      func TestTryRLock(t *testing.T) {
      	var mu sync.RWMutex
      	between(t, mu.Lock, mu.Unlock, func() bool {
      		if !mu.TryRLock() {
      			return true
      		}
      		mu.RUnlock()
      		return false
      	})
      }

      func TestClosedFile(t *testing.T) {
      	r, w, _ := os.Pipe()
      	defer r.Close()
      	between(t, func() { w.Close() }, func() {}, func() bool {
      		_, err := w.Write([]byte("x"))
      		return err != nil
      	})
      }

      func TestClosedConnection(t *testing.T) {
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Skip(err)
      	}
      	between(t, func() { l.Close() }, func() {}, func() bool {
      		return l.(*net.TCPListener).SetDeadline(time.Time{}) != nil
      	})
      }

      func TestShutdown(t *testing.T) {
      	s := &http.Server{}
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Skip(err)
      	}
      	l.Close()
      	between(t, func() { s.Close() }, func() {}, func() bool {
      		return s.Serve(l) == http.ErrServerClosed
      	})
      }

      func TestStopped(t *testing.T) {
      	timer := time.NewTimer(time.Hour)
      	between(t, func() { timer.Stop() }, func() {}, func() bool { return !timer.Stop() })
      }

      func TestGoroutines(t *testing.T) {
      	n := runtime.NumGoroutine()
      	between(t, func() {}, func() { go func() {}() }, func() bool { return runtime.NumGoroutine() > n+1 })
      }

      func TestLevel(t *testing.T) {
      	var level slog.LevelVar
      	between(t, func() { level.Set(1) }, func() {}, func() bool { return level.Level() != 0 })
      }

      func TestFlags(t *testing.T) {
      	l := log.New(os.Stderr, "", 0)
      	between(t, func() { l.SetPrefix("x") }, func() {}, func() bool { return l.Prefix() != "" })
      }

      func TestVar(t *testing.T) {
      	var x expvar.Int
      	between(t, func() { x.Add(1) }, func() {}, func() bool { return x.Value() != 0 })
      }

      func TestPolls(t *testing.T) {
      	ctx, cancel := context.WithCancel(context.Background())
      	go cancel()
      	for ctx.Err() == nil {
      	}
      	var mu sync.Mutex
      	mu.Lock()
      	go mu.Unlock()
      	for !mu.TryLock() {
      	}
      	var rw sync.RWMutex
      	rw.Lock()
      	go rw.Unlock()
      	for !rw.TryRLock() {
      	}
      }
      """;

  private static final String SEVERAL = "^Test(Err|TryLock|TryRLock|ClosedFile|Stopped|Polls)$";

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.of(directory, PROGRAM);
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Err",
        "ErrOfChild",
        "TryLock",
        "TryLockOfRW",
        "TryRLock",
        "ClosedFile",
        "ClosedConnection",
        "Shutdown",
        "Stopped",
        "Goroutines",
        "Level",
        "Flags",
        "Var"
      })
  void whatTheLibraryShowsIsUpToTheSchedule(String name) throws Exception {
    boolean passes = false;
    boolean fails = false;
    for (int seed = 1; seed <= 60 && !(passes && fails); seed++) {
      boolean failed = test.fails("1," + seed + ",0,0,0", "^Test" + name + "$");
      passes |= !failed;
      fails |= failed;
    }
    assertThat(passes).as("passes in some order").isTrue();
    assertThat(fails).as("fails in some order").isTrue();
  }

  /** Asking in vain is yielding: no watchdog needs to step in, under no strategy. */
  @ParameterizedTest
  @ValueSource(strings = {"1,1,0,0,0", "2,1,3,100,0", "3,1,0,0,0", "5,1,0,0,0", "7,1,0,0,0"})
  void pollingEnds(String control) throws Exception {
    Execution run = test.run(control, "", "^TestPolls$");
    assertThat(run.all(Event.TestEnd.class))
        .allMatch(e -> e.status() == Event.TestStatus.PASSED, run.text());
    assertThat(run.all(Event.Choice.class)).noneMatch(c -> c.kind() == ChoiceKind.WATCHDOG);
  }

  @Test
  void aTryThatFailsIsAnEvent() throws Exception {
    Execution run = test.run("5,1,0,0,0", "", "^TestPolls$");
    assertThat(run.all(Event.Refused.class).stream().map(Event.Refused::lock).distinct())
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,%d,0,0,0", "3,%d,0,0,0"})
  void aPlanOfTheChoicesIsTheRun(String control) throws Exception {
    for (int seed = 1; seed <= 2; seed++) {
      Execution run = test.run(control.formatted(seed), "", SEVERAL);
      Execution replay = test.run("5," + seed + ",0,0,0", run.plan(), SEVERAL);
      assertThat(replay.text()).isEqualTo(run.text());
    }
  }
}
