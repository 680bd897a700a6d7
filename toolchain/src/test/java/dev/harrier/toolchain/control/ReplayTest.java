package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run chose, as a plan on the default order, is that run, whatever chose. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplayTest {
  /** Programs in which more than the strategy has a say in who runs. */
  private static final String PROGRAM =
      """
      package m

      import (
      	"bufio"
      	"os"
      	"os/exec"
      	"runtime"
      	"sync"
      	"syscall"
      	"testing"
      	"time"
      	"unsafe"
      )

      func TestYields(t *testing.T) {
      	var mu sync.Mutex
      	ready := 0
      	for range 3 {
      		go func() {
      			for range 5 {
      				mu.Lock()
      				ready++
      				mu.Unlock()
      				runtime.Gosched()
      			}
      		}()
      	}
      	for done := false; !done; runtime.Gosched() {
      		mu.Lock()
      		done = ready == 15
      		mu.Unlock()
      	}
      }

      func TestPolls(t *testing.T) {
      	c, d := make(chan int), make(chan int, 2)
      	go func() {
      		for range 20 {
      			d <- 1
      			<-d
      		}
      		c <- 1
      	}()
      	for {
      		select {
      		case <-c:
      			return
      		default:
      		}
      	}
      }

      var kept [][]byte

      func TestCollects(t *testing.T) {
      	var group sync.WaitGroup
      	c := make(chan []byte, 4)
      	for range 3 {
      		group.Add(1)
      		go func() {
      			defer group.Done()
      			for i := range 60 {
      				c <- make([]byte, 100_000+i)
      			}
      		}()
      	}
      	for i := range 180 {
      		b := <-c
      		if i%10 == 0 {
      			kept = append(kept, b)
      		}
      		if i == 90 {
      			runtime.GC()
      		}
      	}
      	group.Wait()
      	kept = nil
      }

      func TestCalls(t *testing.T) {
      	if os.Getenv("CALLS") == "" {
      		t.Skip("real time")
      	}
      	returned := make(chan int)
      	go func() {
      		for range 3 {
      			var wait syscall.Timeval
      			if os.Getenv("CALLS") == "long" {
      				wait.Usec = 130_000
      			}
      			syscall.Select(0, nil, nil, nil, &wait)
      			returned <- 1
      		}
      		close(returned)
      	}()
      	order := make(chan int, 1)
      	for calls := 0; calls < 3; {
      		select {
      		case <-returned:
      			calls++
      		case order <- calls:
      			time.Sleep(time.Millisecond)
      		case <-order:
      			runtime.Gosched()
      		}
      	}
      }

      func TestCallsTogether(t *testing.T) {
      	if os.Getenv("CALLS") == "" {
      		t.Skip("real time")
      	}
      	order := make(chan int, 2)
      	for i := range 2 {
      		go func() {
      			wait := syscall.Timeval{Usec: 300_000}
      			syscall.Select(0, nil, nil, nil, &wait)
      			order <- i
      		}()
      	}
      	runtime.Gosched()
      	wait := syscall.Timespec{Nsec: 500_000_000} // keeps the processor
      	syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&wait)), 0, 0)
      	<-order
      	<-order
      }

      func TestChild(t *testing.T) {
      	command := exec.Command("sh", "-c", "sleep 0.01; echo a; sleep 0.03; echo b")
      	out, err := command.StdoutPipe()
      	if err != nil {
      		t.Fatal(err)
      	}
      	if err := command.Start(); err != nil {
      		t.Fatal(err)
      	}
      	lines := make(chan string)
      	go func() {
      		for s := bufio.NewScanner(out); s.Scan(); {
      			lines <- s.Text()
      		}
      		close(lines)
      	}()
      	tick := time.NewTicker(time.Millisecond)
      	defer tick.Stop()
      	for open, ticks := true, 0; open; {
      		select {
      		case _, open = <-lines:
      		case <-tick.C:
      			ticks++
      			lateness := make(chan int)
      			go func() { lateness <- ticks }()
      			<-lateness
      		}
      	}
      	command.Wait()
      }

      func TestPool(t *testing.T) {
      	made := make(chan int, 1000)
      	pool := sync.Pool{New: func() any { made <- 1; return new([1 << 16]byte) }}
      	var group sync.WaitGroup
      	for range 2 {
      		group.Add(1)
      		go func() {
      			defer group.Done()
      			for range 100 {
      				x := pool.Get()
      				kept = append(kept, make([]byte, 50_000))
      				time.Sleep(time.Millisecond)
      				pool.Put(x)
      			}
      		}()
      	}
      	group.Wait()
      	kept = nil
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  @ParameterizedTest
  @CsvSource({
    "'1,%d,0,0,0', 400",
    "'1,%d,0,0,60', 10",
    "'2,%d,3,600,0', 10",
    "'3,%d,0,0,30', 10",
    "'4,%d,3,600,0', 10"
  })
  void aPlanOfTheChoicesIsTheRun(String control, String gogc) throws Exception {
    CompiledTest collecting = test.with(Map.of("GOGC", gogc));
    for (int seed = 1; seed <= 5; seed++) {
      Execution run = collecting.run(control.formatted(seed), "");
      Execution replay = collecting.replay(run, seed);
      assertThat(replay.text()).as("%s, seed %d", control, seed).isEqualTo(run.text());
      assertThat(replay.all(Event.Choice.class))
          .extracting(Event.Choice::kind)
          .doesNotContain(ChoiceKind.MISSED, ChoiceKind.WATCHDOG);
    }
  }

  @Test
  void whereALongCallReturnsIsPartOfThePlan() throws Exception {
    CompiledTest calling = test.with(Map.of("CALLS", "long"));
    CompiledTest quick = test.with(Map.of("CALLS", "short"));
    int together = 0;
    for (int seed = 1; seed <= 6; seed++) {
      Execution run = calling.run("1," + seed + ",0,0,0", "");
      List<List<Object>> returns =
          run.all(Event.Choice.class).stream()
              .filter(c -> c.kind() == ChoiceKind.RETURNED)
              .map(c -> List.<Object>of(c.name(), c.point()))
              .toList();
      together += Set.copyOf(returns).size() < returns.size() ? 1 : 0;
      assertThat(calling.replay(run, seed).text()).as("seed %d", seed).isEqualTo(run.text());
      assertThat(quick.replay(run, seed).text()).as("quick, seed %d", seed).isEqualTo(run.text());
    }
    assertThat(together).as("runs in which two are back at one point").isPositive();
  }

  @ParameterizedTest
  @CsvSource({"'1,3,0,0,0'", "'5,3,0,0,0'"})
  void theCollectorMovesNoSchedules(String control) throws Exception {
    // When a child process answers, and when a call returns, is up to others.
    String alone = "Yields|Polls|Collects|Pool";
    Execution rarely = test.with(Map.of("GOGC", "off")).run(control, "", alone);
    Execution often = test.with(Map.of("GOGC", "10")).run(control, "", alone);
    assertThat(often.text()).isEqualTo(rarely.text());
  }
}
