package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.model.trace.Event;
import dev.harrier.toolchain.driver.GoToolchain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Races that the detector in the process finds, and order that it must see. */
final class DataRacesTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"bytes"
      	"runtime"
      	"sync"
      	"sync/atomic"
      	"testing"
      	"time"
      	"unsafe"
      )

      func two(f func()) {
      	var wg sync.WaitGroup
      	for range 2 {
      		wg.Add(1)
      		go func() { defer wg.Done(); f() }()
      	}
      	wg.Wait()
      }

      func TestRaceCounter(t *testing.T) { n := 0; two(func() { n++ }); _ = n }
      func TestRaceMap(t *testing.T) { m := map[string]int{}; two(func() { m["a"] = 1 }) }
      func TestRaceCopy(t *testing.T) { a, b := make([]int, 9000), make([]int, 9000); two(func() { copy(a, b) }) }
      func TestRaceAppend(t *testing.T) { a := make([]int, 0, 8); two(func() { _ = append(a, 1) }) }
      func TestRaceLibrary(t *testing.T) { var b bytes.Buffer; two(func() { b.WriteByte('x') }) }
      func TestRaceStruct(t *testing.T) { var s struct{ a, b int }; two(func() { s = struct{ a, b int }{1, 2} }); _ = s }
      func TestRaceAtomic(t *testing.T) {
      	var n int32
      	go func() { n = 1 }()
      	for atomic.LoadInt32(&n) == 0 {
      		time.Sleep(time.Millisecond)
      	}
      }
      func TestRaceReadLock(t *testing.T) {
      	var mu sync.RWMutex
      	n := 0
      	two(func() { mu.RLock(); n++; mu.RUnlock() })
      	_ = n
      }
      func TestRaceBuffered(t *testing.T) {
      	c := make(chan int, 2)
      	n := 0
      	go func() { <-c; n = 1; c <- 1 }()
      	c <- 1
      	n = 2
      	time.Sleep(time.Second)
      	<-c
      	_ = n
      }
      func TestRaceEnded(t *testing.T) {
      	n := 0
      	for range 3 {
      		go func() { n++ }()
      		time.Sleep(time.Second)
      	}
      	_ = n
      }

      func TestRaceAfterMany(t *testing.T) {
      	a := make([]int64, 3<<20)
      	for i := range a {
      		a[i] = 1
      	}
      	n := 0
      	two(func() { n++ })
      	_ = n
      }
      func TestRaceMixed(t *testing.T) {
      	var n atomic.Int64
      	p := (*int64)(unsafe.Pointer(&n))
      	two(func() {
      		n.Add(1)
      		*p++
      	})
      }
      func TestOrderedMany(t *testing.T) {
      	a := make([]int64, 3<<20)
      	two(func() { _ = a[0] })
      	for i := range a {
      		a[i] = 1
      	}
      	two(func() { _ = a[1] })
      }
      func TestOrderedCrowd(t *testing.T) {
      	var wg sync.WaitGroup
      	var mu sync.Mutex
      	n := 0
      	for range 9000 {
      		wg.Add(1)
      		go func() { defer wg.Done(); mu.Lock(); n++; mu.Unlock() }()
      	}
      	wg.Wait()
      }

      // When they have ended, each of 5,000 locks is released by one that knows of all of them.
      func TestRaceAfterShortLives(t *testing.T) {
      	var one sync.Mutex
      	for range 9000 {
      		go func() { one.Lock(); one.Unlock() }()
      		runtime.Gosched()
      	}
      	one.Lock()
      	one.Unlock()
      	var locks [5000]sync.Mutex
      	for i := range locks {
      		locks[i].Lock()
      		locks[i].Unlock()
      	}
      	n := 0
      	two(func() { n++ })
      	_ = n
      }

      // What a lock hands over is known of no other goroutine, and its last owner may have had the same place.
      func TestOrderedShortLives(t *testing.T) {
      	var locks [512]sync.Mutex
      	var data [512]int
      	next := uint32(1)
      	for i := range 9000 {
      		k := i
      		if i >= len(data) {
      			next = next*1664525 + 1013904223
      			k = int(next >> 23)
      		}
      		go func() {
      			locks[k].Lock()
      			if i < len(data) {
      				data[k] = 1
      			}
      			_ = data[k]
      			locks[k].Unlock()
      		}()
      		runtime.Gosched()
      	}
      }

      //go:noinline
      func inc(p *int) { *p++ }

      func TestRaceOfTwoVariables(t *testing.T) {
      	x, y := 0, 0
      	two(func() { inc(&x) })
      	two(func() { inc(&y) })
      }

      func TestOrderedMutex(t *testing.T) { var mu sync.Mutex; n := 0; two(func() { mu.Lock(); n++; mu.Unlock() }); _ = n }
      func TestOrderedChannel(t *testing.T) {
      	c := make(chan int)
      	n := 0
      	go func() { n = 1; c <- 1 }()
      	<-c
      	n++
      }
      func TestOrderedCapacity(t *testing.T) {
      	c := make(chan int, 1)
      	n := 0
      	two(func() { c <- 1; n++; <-c })
      	_ = n
      }
      func TestOrderedAtomic(t *testing.T) {
      	var ready atomic.Bool
      	n := 0
      	go func() { n = 1; ready.Store(true) }()
      	for !ready.Load() {
      		time.Sleep(time.Millisecond)
      	}
      	n++
      }
      func TestOrderedOnceRWMutexPoolMap(t *testing.T) {
      	var once sync.Once
      	var mu sync.RWMutex
      	var m sync.Map
      	p := sync.Pool{New: func() any { return new(int) }}
      	n := 0
      	two(func() {
      		once.Do(func() { n = 1 })
      		_ = n
      		mu.RLock()
      		_ = n
      		mu.RUnlock()
      		x := p.Get().(*int)
      		*x++
      		p.Put(x)
      		v, _ := m.LoadOrStore("a", x)
      		_ = v
      	})
      }
      func TestOrderedTimer(t *testing.T) {
      	n := 1
      	done := make(chan bool)
      	time.AfterFunc(time.Second, func() { n++; close(done) })
      	<-done
      	n++
      }
      func TestOrderedCond(t *testing.T) {
      	var mu sync.Mutex
      	c := sync.NewCond(&mu)
      	n := 0
      	go func() { mu.Lock(); n = 1; mu.Unlock(); c.Broadcast() }()
      	mu.Lock()
      	for n == 0 {
      		c.Wait()
      	}
      	mu.Unlock()
      }
      func TestOrderedMemory(t *testing.T) {
      	for range 200 {
      		two(func() {
      			b := make([]byte, 100)
      			for i := range b {
      				b[i] = 1
      			}
      		})
      		runtime.GC()
      	}
      }
      func TestReadied(t *testing.T) {
      	gate := make(chan bool)
      	var wg sync.WaitGroup
      	for range 8 {
      		wg.Add(1)
      		go func() { defer wg.Done(); <-gate }()
      	}
      	time.Sleep(1)
      	close(gate)
      	wg.Wait()
      }
      func TestOrderedSubtests(t *testing.T) {
      	n := 0
      	t.Run("a", func(t *testing.T) { n++ })
      	t.Run("b", func(t *testing.T) { n++ })
      	t.Run("c", func(t *testing.T) { t.Parallel(); _ = n })
      }
      """;

  @TempDir private static Path directory;

  private static CompiledTest program;

  @BeforeAll
  static void compile() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    assumeTrue(GoToolchain.find(directory, System.getenv()).version().atLeast(26));
    program = CompiledTest.lookingForRaces(directory, PROGRAM);
  }

  private static List<Event.Race> races(String test, int strategy, int seed) throws Exception {
    return run(test, strategy, seed).all(Event.Race.class);
  }

  private static Execution run(String test, int strategy, int seed) throws Exception {
    return program.run(strategy + "," + seed + ",3,100,0", "", "^" + test + "$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Counter",
        "Map",
        "Copy",
        "Append",
        "Library",
        "Struct",
        "Atomic",
        "ReadLock",
        "Buffered",
        "Ended"
      })
  void isReportedUnderEverySchedule(String what) throws Exception {
    for (int seed = 1; seed <= 3; seed++) {
      assertThat(races("TestRace" + what, seed, seed)).as(what + " " + seed).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mutex",
        "Channel",
        "Capacity",
        "Atomic",
        "OnceRWMutexPoolMap",
        "Timer",
        "Cond",
        "Memory",
        "Subtests"
      })
  void orderIsSeen(String what) throws Exception {
    for (int seed = 1; seed <= 4; seed++) {
      assertThat(races("TestOrdered" + what, 1 + seed % 3, seed)).as(what + " " + seed).isEmpty();
    }
  }

  @Test
  void bothAccessesHaveTheirStacks() throws Exception {
    Execution run = run("TestRaceCounter", 1, 1);
    Event.Race race = run.all(Event.Race.class).getFirst();
    assertThat(run.top(race)).isEqualTo("example.com/m.TestRaceCounter.func1");
    assertThat(race.earlier().by()).isNotEqualTo(race.goroutine());
    assertThat(run.text())
        .contains(" race read with ", " write from example.com/m.TestRaceCounter.func1 ");
  }

  @Test
  void clocksAreAsWideAsGoroutinesLive() throws Exception {
    Execution run = run("TestRaceAfterShortLives", 5, 1);
    assertThat(run.missesRaces()).isFalse();
    assertThat(run.all(Event.Race.class)).isNotEmpty();
    Execution ordered = run("TestOrderedShortLives", 5, 1);
    assertThat(ordered.missesRaces()).isFalse();
    assertThat(ordered.all(Event.Race.class)).isEmpty();
  }

  @Test
  void oneFunctionRacesForEachOfItsCallers() throws Exception {
    Execution run = run("TestRaceOfTwoVariables", 1, 1);
    for (String caller : List.of("func1", "func2")) {
      assertThat(run.all(Event.Race.class))
          .anyMatch(race -> run.isIn(race, "example.com/m.TestRaceOfTwoVariables." + caller));
    }
  }

  @Test
  void anAtomicAccessIsThatOfItsCaller() throws Exception {
    Execution run = run("TestRaceMixed", 1, 1);
    assertThat(run.all(Event.Race.class))
        .isNotEmpty()
        .allSatisfy(
            race -> assertThat(run.top(race)).isEqualTo("example.com/m.TestRaceMixed.func1"));
    assertThat(run.text())
        .containsPattern(
            " race atomic write with g\\d+ write from example.com/m.TestRaceMixed.func1 ");
  }

  /** Then no false ones are reported, and those that come later are. */
  @Test
  void whoHasNoRoomForAllAccessesSaysSo() throws Exception {
    Execution run = run("TestRaceAfterMany", 1, 1);
    assertThat(run.missesRaces()).isTrue();
    assertThat(run.all(Event.Race.class)).isNotEmpty();
    for (String test : List.of("TestOrderedMany", "TestOrderedCrowd")) {
      Execution ordered = run(test, 5, 1);
      assertThat(ordered.missesRaces()).as(test).isTrue();
      assertThat(ordered.all(Event.Race.class)).as(test).isEmpty();
    }
    assertThat(run("TestRaceCounter", 1, 1).missesRaces()).isFalse();
  }

  @Test
  void theVerdictIsPartOfTheReplay() throws Exception {
    assertThat(run("TestRaceMap", 1, 7).text()).isEqualTo(run("TestRaceMap", 1, 7).text());
  }

  /** Go's own scheduler draws their order, with a race detector in the program. */
  @Test
  void whoIsReadiedTogetherRunsInTheSameOrderAgain() throws Exception {
    String first = run("TestReadied", 5, 1).text();
    for (int again = 0; again < 4; again++) {
      assertThat(run("TestReadied", 5, 1).text()).isEqualTo(first);
    }
  }
}
