package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
      	"context"
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

      func measured() time.Duration {
      	start := time.Now()
      	return time.Since(start)
      }

      func TestMeasures(t *testing.T) {
      	if d := measured(); d > 5*time.Millisecond {
      		t.Fatal("slow:", d)
      	}
      }

      // Only the library reads the clock.
      func TestLimits(t *testing.T) {
      	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
      	defer cancel()
      	timer := time.NewTimer(time.Second)
      	timer.Reset(2 * time.Second)
      	time.AfterFunc(time.Hour, func() {}).Stop()
      	select {
      	case <-ctx.Done():
      	case <-time.After(time.Millisecond):
      	}
      	t.Log(ctx.Err())
      }

      func TestDueMeanwhile(t *testing.T) {
      	order := make(chan string, 2)
      	time.AfterFunc(time.Minute, func() { order <- "second" })
      	time.AfterFunc(time.Second, func() { order <- "first" })
      	start := time.Now()
      	if time.Since(start) < time.Hour {
      		t.Fatal("quick")
      	}
      	if got := <-order + <-order; got != "firstsecond" {
      		t.Fatal(got)
      	}
      	if d := time.Since(start); d > time.Hour+time.Second {
      		t.Fatal("waited:", d)
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

  private static List<Event.Choice> computing(Execution run) {
    return run.all(Event.Choice.class).stream()
        .filter(c -> c.kind() == ChoiceKind.COMPUTING)
        .toList();
  }

  @Test
  void computingTakesTimeWhereTheProgramReadsTheClock() throws Exception {
    Execution run = test.run("5,3,0,0,0,0,0,0,0,1024", "", "^TestMeasures$");
    assertThat(computing(run)).hasSize(2).allMatch(choice -> run.isIn(choice, "runtime."));
    assertThat(computing(run))
        .allSatisfy(choice -> assertThat(run.functions(choice)).contains("example.com/m.measured"));
    Execution again = test.run("5,3,0,0,0", run.plan(), "^TestMeasures$");
    assertThat(again.text()).isEqualTo(run.text());
  }

  @Test
  void aPlanSaysHowLong() throws Exception {
    Execution run = test.run("5,3,0,0,0,0,0,0,0,1024", "", "^TestMeasures$");
    Event.Choice second = computing(run).getLast();
    for (long micros : new long[] {4_000, 5_000}) {
      String plan = "0,1\n15,%d,%d,%d\n".formatted(second.name().value(), second.point(), micros);
      Event.TestStatus status = micros < 5_000 ? Event.TestStatus.PASSED : Event.TestStatus.FAILED;
      assertThat(test.run("5,3,0,0,0", plan, "^TestMeasures$").all(Event.TestEnd.class))
          .allMatch(end -> end.status() == status);
    }
  }

  @Test
  void whatTheLibraryReadsForItselfIsLeftAlone() throws Exception {
    Execution run = test.run("5,3,0,0,0,0,0,0,0,1024", "", "^TestLimits$");
    assertThat(computing(run)).isEmpty();
  }

  @Test
  void timersThatAreDueMeanwhileExpireInTheirOrder() throws Exception {
    Execution run = test.run("5,3,0,0,0,0,0,0,0,1024", "", "^TestDueMeanwhile$");
    Event.Choice second = computing(run).get(1);
    String plan = "0,1\n15,%d,%d,3600000000\n".formatted(second.name().value(), second.point());
    assertThat(test.run("5,3,0,0,0", plan, "^TestDueMeanwhile$").all(Event.TestEnd.class))
        .allMatch(end -> end.status() == Event.TestStatus.PASSED);
  }
}
