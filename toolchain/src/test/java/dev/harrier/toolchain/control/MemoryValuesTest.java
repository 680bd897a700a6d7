package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Value;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.tracing.wire.FileHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A controlled run that is asked for details records what accesses find in memory and leave. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MemoryValuesTest {
  private static final String DETAILS = "0,1\n17\n";

  private static final String PROGRAM =
      """
      package m

      import (
      	"runtime"
      	"sync"
      	"sync/atomic"
      	"testing"
      )

      func TestAtomics(t *testing.T) {
      	var n atomic.Int64
      	n.Store(-3)
      	n.Add(7)
      	n.CompareAndSwap(4, 5)
      	n.CompareAndSwap(4, 6)
      	n.Load()
      	var u uint32
      	atomic.StoreUint32(&u, 1<<31)
      	atomic.SwapUint32(&u, 2)
      	atomic.OrUint32(&u, 1)
      	var b atomic.Bool
      	b.Store(true)
      	var p atomic.Pointer[int]
      	p.Store(new(int))
      	p.Swap(nil)
      	p.CompareAndSwap(nil, new(int))
      	p.Load()
      	var v atomic.Value
      	v.Store("one")
      	v.Swap("two")
      	v.Load()
      	var m sync.Map
      	m.Store(1, 2)
      }

      type state struct {
      	small uint8
      	open  bool
      	name  string
      	hits  int
      }

      func two(f func()) {
      	var group sync.WaitGroup
      	group.Go(f)
      	group.Go(f)
      	group.Wait()
      }

      func TestCounter(t *testing.T) {
      	s := &state{hits: 3}
      	two(func() { s.hits++ })
      }

      func TestText(t *testing.T) {
      	s := &state{name: "before"}
      	two(func() { s.name = "after" })
      }

      func TestSmall(t *testing.T) {
      	s := &state{small: 7, name: "x"}
      	two(func() { s.small++ })
      }

      func TestMany(t *testing.T) {
      	s := &state{}
      	two(func() {
      		for range 3 {
      			s.hits++
      		}
      	})
      }

      func TestFails(t *testing.T) {
      	var mu sync.Mutex
      	s := &state{hits: 3}
      	go func() {
      		mu.Lock()
      		for range 2 {
      			s.hits++
      		}
      		*s = state{small: 9, open: true, name: "other", hits: s.hits + 1}
      		mu.Unlock()
      	}()
      	for s.settled(&mu) {
      		runtime.Gosched()
      	}
      	mu.Lock()
      	defer mu.Unlock()
      	if s.open && s.hits != 3 {
      		t.Errorf("%s", s.name)
      	}
      }

      func (s *state) settled(mu *sync.Mutex) bool {
      	mu.Lock()
      	defer mu.Unlock()
      	return s.small != 9
      }

      func TestFailsEarly(t *testing.T) {
      	var mu sync.Mutex
      	hits := map[int]bool{}
      	failed := make(chan bool)
      	done := make(chan bool)
      	go func() {
      		<-failed
      		mu.Lock()
      		hits[1] = true
      		mu.Unlock()
      		done <- true
      	}()
      	mu.Lock()
      	if len(hits) != 1 {
      		t.Error("early")
      	}
      	mu.Unlock()
      	close(failed)
      	<-done
      }

      func TestFailsElsewhere(t *testing.T) {
      	var mu sync.Mutex
      	s := &state{hits: 3}
      	s.hits++
      	go func() {
      		mu.Lock()
      		s.hits++
      		mu.Unlock()
      	}()
      	polls := 0
      	holds := make(chan bool)
      	for range 20 {
      		go func() {
      			mu.Lock()
      			polls++
      			h := s.hits == 7
      			mu.Unlock()
      			holds <- h
      		}()
      		if <-holds {
      			return
      		}
      	}
      	t.Error("never")
      }

      func TestFailsInGroup(t *testing.T) {
      	var mu sync.Mutex
      	var group sync.WaitGroup
      	s := &state{hits: 3}
      	seen := 0
      	group.Go(func() {
      		mu.Lock()
      		s.hits++
      		mu.Unlock()
      	})
      	group.Wait()
      	group.Go(func() {
      		mu.Lock()
      		seen = s.hits
      		mu.Unlock()
      	})
      	group.Wait()
      	if seen != 3 {
      		t.Error(seen)
      	}
      }

      func TestPanics(t *testing.T) {
      	var mu sync.Mutex
      	s := &state{small: 1, hits: 3}
      	done := make(chan bool)
      	go func() {
      		mu.Lock()
      		s.small++
      		s.hits++
      		mu.Unlock()
      		done <- true
      	}()
      	<-done
      	go func() {
      		defer func() {
      			if s.hits == 4 {
      				mu.Unlock()
      			}
      		}()
      		mu.Lock()
      		_ = make([]int, s.small)[s.small]
      	}()
      	<-done
      }

      // The deferred function reads after it has recovered: that leads to the failure.
      func TestRecovers(t *testing.T) {
      	var mu sync.Mutex
      	s := &state{small: 1, hits: 3}
      	done := make(chan bool)
      	go func() {
      		mu.Lock()
      		s.small++
      		s.hits++
      		mu.Unlock()
      		done <- true
      	}()
      	<-done
      	func() {
      		defer func() {
      			mu.Lock()
      			early := s.small
      			mu.Unlock()
      			recover()
      			if s.hits != int(early) {
      				t.Error(s.hits)
      			}
      		}()
      		panic("no")
      	}()
      }

      func TestMap(t *testing.T) {
      	m := map[int]int{}
      	two(func() { m[1]++ })
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    assumeTrue(GoToolchain.find(directory, System.getenv()).version().atLeast(26));
    test = CompiledTest.withAtomicsAndRaces(directory, PROGRAM);
  }

  private Execution run(String name) throws Exception {
    return test.run("5,1,0,0,0", DETAILS, "^Test" + name + "$");
  }

  /** What each access found and left, as {@code UPDATE 4 -> 5}. */
  private static List<String> accesses(Execution run) {
    List<String> lines = new ArrayList<>();
    Map<GoroutineId, Integer> latest = new HashMap<>();
    for (Event event : run.all(Event.class)) {
      switch (event) {
        case Event.Operation operation when operation.access() != AccessKind.NONE -> {
          latest.put(event.goroutine(), lines.size());
          lines.add(operation.access().toString());
        }
        case Event.Race race -> {
          latest.put(event.goroutine(), lines.size());
          lines.add(race.access().toString());
        }
        case Event.Memory memory -> {
          int line = latest.getOrDefault(memory.goroutine(), -1);
          switch (memory.moment()) {
            case Event.Memory.Before _ -> lines.set(line, lines.get(line) + " " + shown(memory));
            case Event.Memory.After _ -> lines.set(line, lines.get(line) + " -> " + shown(memory));
            case Event.Memory.BeforeEarlier earlier ->
                lines.set(
                    line,
                    "[%s, %d operations] ".formatted(shown(memory), earlier.since())
                        + lines.get(line));
            case Event.Memory.AfterEarlier _ ->
                lines.set(line, lines.get(line).replaceFirst(",", " -> " + shown(memory) + ","));
          }
        }
        default -> {}
      }
    }
    return lines;
  }

  private static String shown(Event.Memory memory) {
    return memory.value().map(MemoryValuesTest::shown).orElse("unknown");
  }

  private static String shown(Value value) {
    return switch (value) {
      case Value.Numeric n -> n.digits() + " " + n.type();
      case Value.Text t -> t.start();
      case Value.Nil n -> "nil " + n.type();
      case Value.Opaque o -> "a " + o.type();
      case Value.Bits bits when !bits.text().isEmpty() ->
          bits.text().substring(0, (int) bits.next()) + " of length " + bits.next();
      case Value.Bits bits -> String.valueOf(bits.word());
      case Value.Collection c -> c.type() + " of " + c.length();
      case Value.Truth _, Value.Struct _ -> throw new AssertionError(value);
    };
  }

  @Test
  void atomicsTellWhatTheyFindAndLeave() throws Exception {
    Execution run = run("Atomics");
    assertThat(accesses(run))
        .as(run.text())
        .startsWith(
            "STORE 0 int64 -> -3 int64",
            "UPDATE -3 int64 -> 4 int64",
            "UPDATE 4 int64 -> 5 int64",
            "UPDATE 5 int64 -> 5 int64",
            "LOAD 5 int64",
            "STORE 0 uint32 -> 2147483648 uint32",
            "UPDATE 2147483648 uint32 -> 2 uint32",
            "UPDATE 2 uint32 -> 3 uint32",
            "STORE 0 uint32 -> 1 uint32",
            "STORE nil pointer -> a pointer",
            "UPDATE a pointer -> nil pointer",
            "UPDATE nil pointer -> a pointer",
            "LOAD a pointer",
            "STORE nil interface {} -> one",
            "UPDATE one -> two",
            "LOAD two",
            "UPDATE");
  }

  @Test
  void racingAccessesTellWhatTheyFindAndLeave() throws Exception {
    Map<String, String> expected =
        Map.of(
            "Counter", "[3 -> 4, 1 operations] WRITE 4 -> 5",
            "Text",
                "[before of length 6 -> after of length 5, 1 operations]"
                    + " WRITE after of length 5 -> after of length 5",
            "Small", "[7 -> 8, 1 operations] WRITE 8 -> 9",
            "Many", "[0 -> 3, 1 operations] WRITE 3 -> 6",
            "Map", "[unknown, 1 operations] WRITE");
    for (Map.Entry<String, String> entry : expected.entrySet()) {
      Execution run = run(entry.getKey());
      assertThat(accesses(run)).as(run.text()).contains(entry.getValue());
    }
  }

  /** Reads of what others wrote, where a test fails, and those writes. */
  @Test
  void aFailureTellsWhatItsGoroutineHasRead() throws Exception {
    Execution run = run("Fails");
    assertThat(earlier(run))
        .as(run.text())
        .containsSubsequence("WRITE 4 -> 5", "READ 6")
        .contains("WRITE 5 -> 6", "READ 1", "READ other of length 5")
        .doesNotContain("READ 3");
  }

  /** The goroutine that writes afterwards says what had been read. */
  @Test
  void aWriteAfterAFailureTellsWhatItsGoroutineHasRead() throws Exception {
    Execution run = run("FailsEarly");
    assertThat(earlier(run))
        .as(run.text())
        .containsSubsequence("READ map of 0", "WRITE map of 0 -> map of 1");
  }

  /** An assertion that polls has other goroutines read: each read once, and no write of theirs. */
  @Test
  void aFailureTellsWhatGoroutinesHaveReadThatItsOwnStarted() throws Exception {
    Execution run = run("FailsElsewhere");
    assertThat(earlier(run))
        .as(run.text())
        .containsSubsequence("WRITE 4 -> 5", "READ 5")
        .containsOnlyOnce("READ 5")
        .doesNotContain("WRITE 3 -> 4", "READ 18", "WRITE 18 -> 19");
  }

  /** One go statement starts all goroutines of a group: those of other calls are others. */
  @Test
  void aFailureTellsWhatGoroutinesOfAGroupHaveReadOfEachOther() throws Exception {
    Execution run = run("FailsInGroup");
    assertThat(earlier(run)).as(run.text()).containsSubsequence("WRITE 3 -> 4", "READ 4");
  }

  /** A panic that ends the process, but not what its deferred functions read. */
  @Test
  void aPanicTellsWhatItsGoroutineHasRead() throws Exception {
    Execution run = run("Panics");
    assertThat(earlier(run))
        .as(run.text())
        .containsSubsequence("WRITE 1 -> 2", "READ 2")
        .doesNotContain("WRITE 3 -> 4", "READ 4");
  }

  /** What deferred functions read while it panics did not lead to it, and what follows may. */
  @Test
  void readsBehindARecoveredPanicAreRecorded() throws Exception {
    Execution run = run("Recovers");
    assertThat(earlier(run))
        .as(run.text())
        .containsSubsequence("WRITE 3 -> 4", "READ 4")
        .doesNotContain("WRITE 1 -> 2", "READ 2");
  }

  private static List<String> earlier(Execution run) {
    List<String> lines = new ArrayList<>();
    boolean isEarlier = false;
    for (Event event : run.all(Event.class)) {
      if (event instanceof Event.EarlierAccess access) {
        lines.add(access.access().toString());
        isEarlier = true;
      } else if (event instanceof Event.Memory memory && isEarlier) {
        lines.add(
            lines.removeLast()
                + (memory.moment() instanceof Event.Memory.After ? " -> " : " ")
                + shown(memory));
      } else {
        isEarlier = false;
      }
    }
    return lines;
  }

  /** A reader that knows fewer kinds of records can say so. */
  @Test
  void aTraceHasTheVersionThatItsRecordsAreOf() throws Exception {
    assertThat(run("Atomics").minorVersion()).isEqualTo(FileHeader.MINOR_VERSION);
  }

  /** Without being asked, it records nothing; and nothing else differs, but for the time. */
  @Test
  void aRunIsTheSameWithValues() throws Exception {
    for (String name :
        List.of("Atomics", "Counter", "Many", "Map", "Fails", "FailsEarly", "FailsElsewhere")) {
      for (String strategy : List.of("5,1,0,0,0", "1,7,0,0,0")) {
        Execution plain = test.run(strategy, "", "^Test" + name + "$");
        Execution told = test.run(strategy, DETAILS, "^Test" + name + "$");
        assertThat(plain.all(Event.Memory.class)).isEmpty();
        assertThat(told.all(Event.Memory.class)).as(name).isNotEmpty();
        assertThat(without(told)).as(name).isEqualTo(without(plain));
      }
    }
  }

  private static String without(Execution run) {
    return run.text()
        .lines()
        .filter(line ->
            !line.contains(" memory ")
                && !line.contains(" earlier ")
                && !line.contains(" message o")
                && !line.startsWith("time "))
        .collect(Collectors.joining("\n"));
  }
}
