package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.ObjectId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the hooks write, in a program that does one thing after the other. */
final class RecordsTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"os"
      	"sync"
      	"testing"
      	"testing/synctest"
      	"time"
      )

      func TestTimers(t *testing.T) {
      	done := make(chan bool)
      	f := time.AfterFunc(time.Hour, func() { close(done) })
      	f.Reset(time.Millisecond)
      	<-done
      	<-time.NewTimer(time.Millisecond).C
      	k := time.NewTicker(time.Millisecond)
      	<-k.C
      	k.Stop()
      }

      func TestNoDescriptors(t *testing.T) {
      	var open []*os.File
      	for {
      		f, err := os.Open("/dev/null")
      		if err != nil {
      			break
      		}
      		open = append(open, f)
      	}
      	var mu sync.Mutex
      	var group sync.WaitGroup
      	for range 4 {
      		group.Add(1)
      		go func() {
      			defer group.Done()
      			for range 100_000 {
      				mu.Lock()
      				mu.Unlock()
      			}
      		}()
      	}
      	group.Wait()
      	for _, f := range open {
      		f.Close()
      	}
      }

      func TestBubble(t *testing.T) {
      	synctest.Test(t, func(t *testing.T) {
      		c := make(chan int)
      		go func() { <-c }()
      	})
      }

      func recovered(f func()) {
      	defer func() { recover() }()
      	f()
      }

      func TestRecovered(t *testing.T) {
      	c := make(chan int)
      	close(c)
      	recovered(func() { c <- 1 })
      	recovered(func() { close(c) })
      	recovered(func() { close((chan int)(nil)) })
      	recovered(func() { new(sync.WaitGroup).Done() })
      	recovered(func() { panic("send on closed channel") })
      	recovered(func() {
      		select {
      		case c <- 1:
      		default:
      		}
      	})
      }
      """;

  @TempDir Path directory;

  @Test
  void timersAndPanics() throws Exception {
    CompiledTest program = CompiledTest.of(directory, PROGRAM);
    timers(program.run("", "", "TestTimers"));
    panics(program.run("", "", "TestRecovered"));
    noDescriptors(program.run("", "", "TestNoDescriptors"));
    bubble(program.run("", "", "TestBubble"));
  }

  private static void timers(Execution run) {
    List<Event.TimerSet> set =
        run.all(Event.TimerSet.class).stream().filter(e -> run.isIn(e, "example.com/m.")).toList();
    assertThat(set).as(run.text()).hasSize(4);
    ObjectId function = set.getFirst().timer();
    assertThat(set.get(1).timer()).isEqualTo(function);
    assertThat(run.all(Event.Spawn.class))
        .filteredOn(e -> !e.timer().equals(ObjectId.NONE))
        .extracting(Event.Spawn::timer)
        .containsExactly(function);
    assertThat(run.all(Event.Receive.class))
        .extracting(Event.Receive::channel)
        .contains(set.get(2).timer(), set.get(3).timer());
  }

  /** The reader of an execution sees to it that nothing is missing. */
  private static void noDescriptors(Execution run) {
    assertThat(run.all(Event.Acquire.class)).hasSizeGreaterThanOrEqualTo(400_000);
    assertThat(run.all(Event.Lost.class)).isEmpty();
  }

  private static void bubble(Execution run) {
    List<Event.Checkpoint> checkpoints =
        run.all(Event.Checkpoint.class).stream()
            .filter(c -> c.reason() == CheckpointReason.BUBBLE)
            .toList();
    assertThat(checkpoints).as(run.text()).hasSize(1);
    assertThat(checkpoints.getFirst().goroutines())
        .filteredOn(g -> g.status() == GoroutineStatus.WAITING)
        .extracting(Event.Checkpoint.GoroutineState::reason)
        .containsExactly(BlockReason.CHAN_RECEIVE);
    assertThat(run.all(Event.Panic.class))
        .extracting(Event.Panic::message)
        .first()
        .asString()
        .startsWith("deadlock: main bubble goroutine has exited");
  }

  private static void panics(Execution run) {
    List<Event.Panic> panics = run.all(Event.Panic.class);
    assertThat(panics)
        .as(run.text())
        .extracting(Event.Panic::message)
        .containsExactly(
            "send on closed channel",
            "close of closed channel",
            "close of nil channel",
            "sync: negative WaitGroup counter",
            "send on closed channel",
            "send on closed channel");
    assertThat(panics)
        .extracting(p -> run.top(p))
        .containsExactly(
            "runtime.chansend",
            "runtime.closechan",
            "runtime.closechan",
            "sync.(*WaitGroup).Add",
            "example.com/m.TestRecovered.func5",
            "runtime.chansend");
    assertThat(run.all(Event.Recovered.class))
        .hasSize(panics.size())
        .allMatch(r -> run.isIn(r, "example.com/m.recovered.func1"));
  }
}
