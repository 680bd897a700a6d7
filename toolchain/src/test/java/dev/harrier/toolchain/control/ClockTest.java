package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program finds out about time, and about the machine, in a controlled run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClockTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"net"
      	"os"
      	"runtime"
      	"syscall"
      	"testing"
      	"time"
      	_ "unsafe"
      )

      //go:noescape
      //go:linkname now time.now
      func now() (sec int64, nsec int32, mono int64)

      func TestLinkedClock(t *testing.T) {
      	start, nsec, mono := now()
      	time.Sleep(time.Minute)
      	end, nsec2, mono2 := now()
      	if end-start != 60 && end-start != 61 || mono2-mono < 60e9 || mono2-mono > 60e9+120e3 {
      		t.Fatal("not the virtual clock:", end-start, nsec2-nsec, mono2-mono)
      	}
      	if d := time.Now().Unix() - end; d < 0 || d > 1 {
      		t.Fatal("another clock than time.Now's:", d)
      	}
      }

      func TestSince(t *testing.T) {
      	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
      	}
      }

      func TestUntil(t *testing.T) {
      	for end := time.Now().Add(5 * time.Millisecond); time.Until(end) > 0; {
      	}
      }

      func TestTimerSetBefore(t *testing.T) {
      	timer := time.NewTimer(200 * time.Millisecond)
      	start := time.Now()
      	<-timer.C
      	if d := time.Since(start); d < 200*time.Millisecond {
      		t.Fatal("a timer is never on time to the microsecond:", d)
      	}
      }

      func TestRegularFile(t *testing.T) {
      	f, err := os.Open("go.mod")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer f.Close()
      	start := time.Now()
      	time.Sleep(time.Minute)
      	if d := time.Since(start); d < time.Minute || d > time.Minute+120*time.Microsecond {
      		t.Fatal("not the virtual clock:", d)
      	}
      }

      func TestConnection(t *testing.T) {
      	listener, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer listener.Close()
      	go func() {
      		if c, err := listener.Accept(); err == nil {
      			time.Sleep(time.Hour)
      			c.Write([]byte("x"))
      			c.Close()
      		}
      	}()
      	start := time.Now()
      	c, err := net.Dial("tcp", listener.Addr().String())
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer c.Close()
      	var b [1]byte
      	c.SetReadDeadline(time.Now().Add(time.Minute))
      	if n, err := c.Read(b[:]); n != 0 || !os.IsTimeout(err) {
      		t.Fatal("no timeout:", n, err)
      	}
      	c.SetReadDeadline(time.Time{})
      	if n, err := c.Read(b[:]); n != 1 {
      		t.Fatal(err)
      	}
      	if d := time.Since(start); d < time.Hour || d > time.Hour+time.Millisecond {
      		t.Fatal("not the virtual clock:", d)
      	}
      }

      func TestRawRead(t *testing.T) {
      	var fds [2]int
      	if err := syscall.Pipe(fds[:]); err != nil {
      		t.Fatal(err)
      	}
      	go func() {
      		time.Sleep(30 * time.Millisecond)
      		syscall.Write(fds[1], []byte("x"))
      	}()
      	var b [1]byte
      	if n, err := syscall.Read(fds[0], b[:]); n != 1 {
      		t.Fatal(err)
      	}
      }

      var kept []byte

      func TestNothingFiresThatWasNotSet(t *testing.T) {
      	for i := range 100 {
      		kept = make([]byte, 100_000+i)
      	}
      	runtime.GC()
      	done := make(chan int)
      	go close(done)
      	<-done
      }

      func TestSevenProcessors(t *testing.T) {
      	if runtime.GOMAXPROCS(0) != 7 || runtime.NumCPU() != 7 {
      		t.Fatal(runtime.GOMAXPROCS(0), runtime.NumCPU())
      	}
      	if runtime.GOMAXPROCS(3) != 7 || runtime.GOMAXPROCS(0) != 3 {
      		t.Fatal(runtime.GOMAXPROCS(0))
      	}
      	runtime.SetDefaultGOMAXPROCS()
      	if runtime.GOMAXPROCS(0) != 7 {
      		t.Fatal(runtime.GOMAXPROCS(0))
      	}
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    // Without it the compiler refuses functions without a body.
    Files.writeString(directory.resolve("linked.s"), "");
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  /** The watchdog would end the loops, so a run without it has seen the clock tick. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TestLinkedClock",
        "TestSince",
        "TestUntil",
        "TestTimerSetBefore",
        "TestRegularFile",
        "TestConnection",
        "TestRawRead",
        "TestSevenProcessors"
      })
  void passes(String name) throws Exception {
    Execution run = test.run("1,1,0,0,0,7", "", "^" + name + "$");
    assertThat(run.all(Event.TestEnd.class))
        .allMatch(e -> e.status() == Event.TestStatus.PASSED, run.text());
    assertThat(run.all(Event.Choice.class)).noneMatch(c -> c.kind() == ChoiceKind.WATCHDOG);
  }

  @Test
  void noTimerOfTheRuntimesOwnExpiresEarly() throws Exception {
    Execution run = test.run("5,1,0,0,1024", "", "^TestNothingFires");
    assertThat(run.all(Event.Choice.class)).noneMatch(c -> c.kind() == ChoiceKind.TIMER);
  }
}
