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
      	var group sync.WaitGroup
      	for range 4 {
      		group.Add(1)
      		go func() {
      			defer group.Done()
      			c := make(chan int, 1)
      			for range 100_000 {
      				c <- 1
      				<-c
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

      func TestPolls(t *testing.T) {
      	var mu, other sync.Mutex
      	c := make(chan int, 2)
      	for i := range 10_000 {
      		mu.Lock()
      		if i == 5_000 {
      			c <- 1
      		}
      		mu.Unlock()
      	}
      	for range 100 {
      		mu.Lock()
      		other.Lock()
      		other.Unlock()
      		mu.Unlock()
      	}
      	done := make(chan bool)
      	for range 2 {
      		go func() {
      			for range 10_000 {
      				mu.Lock()
      				mu.Unlock()
      			}
      			done <- true
      		}()
      	}
      	<-done
      	<-done
      }

      func TestStalls(t *testing.T) {
      	var mu sync.Mutex
      	mu.Lock()
      	time.AfterFunc(13*time.Second, mu.Unlock)
      	mu.Lock()
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
    stalls(program.run("", "", "TestStalls"));
    polls(program.run("", "", "TestPolls"));
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
    assertThat(run.all(Event.Send.class)).hasSizeGreaterThanOrEqualTo(400_000);
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

  /**
   * Rounds that say nothing new are left out, what is done under a lock is done under it, and two
   * goroutines that use a lock in turns are recorded. The reader sees to it that no lock is held
   * twice.
   */
  private static void polls(Execution run) {
    List<Event.Acquire> taken =
        run.all(Event.Acquire.class).stream()
            .filter(e -> run.isIn(e, "example.com/m.TestPolls"))
            .toList();
    assertThat(taken.size()).isBetween(200, 25_000);
    List<Event.Release> released =
        run.all(Event.Release.class).stream()
            .filter(e -> run.isIn(e, "example.com/m.TestPolls"))
            .toList();
    assertThat(released).hasSameSizeAs(taken);
    Event.Send send = run.all(Event.Send.class).getFirst();
    long before = taken.stream().filter(e -> e.order() < send.order()).count();
    long after = released.stream().filter(e -> e.order() < send.order()).count();
    assertThat(before).as("the lock is held at the send").isEqualTo(after + 1);
    assertThat(before).isLessThan(100);
  }

  private static void stalls(Execution run) {
    List<Event.Checkpoint> checkpoints =
        run.all(Event.Checkpoint.class).stream()
            .filter(c -> c.reason() == CheckpointReason.STALLED)
            .toList();
    assertThat(checkpoints).as(run.text()).hasSize(1);
    assertThat(checkpoints.getFirst().goroutines())
        .extracting(Event.Checkpoint.GoroutineState::reason)
        .contains(BlockReason.MUTEX_LOCK);
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
