package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomics, maps and pools are scheduling points where they are compiled as calls. */
@ParameterizedClass(name = "looking for races: {0}")
@ValueSource(booleans = {false, true})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AtomicsTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"crypto/subtle"
      	"fmt"
      	"sync"
      	"sync/atomic"
      	"testing"
      )

      func TestClaim(t *testing.T) {
      	var claimed atomic.Bool
      	var claims atomic.Int32
      	var group sync.WaitGroup
      	for range 2 {
      		group.Add(1)
      		go func() {
      			if !claimed.Load() {
      				claimed.Store(true)
      				claims.Add(1)
      			}
      			group.Done()
      		}()
      	}
      	group.Wait()
      	if claims.Load() != 1 {
      		t.Fatal("claimed twice")
      	}
      }

      func TestMap(t *testing.T) {
      	var made sync.Map
      	var makers atomic.Int32
      	var group sync.WaitGroup
      	for range 2 {
      		group.Add(1)
      		go func() {
      			if _, ok := made.Load("it"); !ok {
      				makers.Add(1)
      				made.Store("it", true)
      			}
      			group.Done()
      		}()
      	}
      	group.Wait()
      	if makers.Load() != 1 {
      		t.Fatal("made twice")
      	}
      }

      func TestKinds(t *testing.T) {
      	var a int64
      	var b uint32
      	var p atomic.Pointer[int]
      	var v atomic.Value
      	x := 1
      	atomic.AddInt64(&a, 1)
      	atomic.CompareAndSwapUint32(&b, 0, 1)
      	p.Store(&x)
      	if *p.Load() != 1 || p.Swap(nil) != &x {
      		t.Fatal()
      	}
      	v.Store(1)
      	v.Load()
      	pool := sync.Pool{New: func() any { return 1 }}
      	pool.Put(pool.Get())
      	fmt.Sprint("a pool that is not the program's")
      	if subtle.ConstantTimeByteEq(1, 1) != 1 || subtle.ConstantTimeSelect(0, 1, 2) != 2 {
      		t.Fatal("what must be intrinsic")
      	}
      }

      func TestSpins(t *testing.T) {
      	var ready atomic.Int32
      	go ready.Store(1)
      	for ready.Load() == 0 {
      	}
      	var lock atomic.Bool
      	lock.Store(true)
      	go lock.Store(false)
      	for !lock.CompareAndSwap(false, true) {
      	}
      }
      """;

  @Parameter private boolean races;
  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test =
        races
            ? CompiledTest.lookingForRaces(directory, PROGRAM)
            : CompiledTest.of(
                directory, PROGRAM, "-gcflags=all=-d=ssa/intrinsics/off", "-gcflags=std=");
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
  }

  /** Nothing but an atomic or a map is between the check and what is done. */
  @ParameterizedTest
  @ValueSource(strings = {"TestClaim", "TestMap"})
  void aCheckAndWhatIsDoneComeApart(String name) throws Exception {
    int failures = 0;
    for (int seed = 1; seed <= 20; seed++) {
      failures += test.fails("1," + seed + ",0,0,0", "^" + name + "$") ? 1 : 0;
    }
    assertThat(failures).isBetween(1, 19);
  }

  @Test
  void eachAccessIsReportedAndNoneOfGosOwn() throws Exception {
    Execution run = test.run("5,1,0,0,0", "", "^TestKinds$");
    List<AccessKind> accesses =
        run.all(Event.Operation.class).stream()
            .filter(operation -> operation.access() != AccessKind.NONE)
            .filter(operation -> run.isIn(operation, "example.com/m."))
            .map(Event.Operation::access)
            .toList();
    assertThat(accesses)
        .containsExactly(
            AccessKind.UPDATE,
            AccessKind.UPDATE,
            AccessKind.STORE,
            AccessKind.LOAD,
            AccessKind.UPDATE,
            AccessKind.STORE,
            AccessKind.LOAD,
            AccessKind.UPDATE,
            AccessKind.UPDATE);
  }

  /** Reading in vain is yielding: no watchdog needs to step in, under no strategy. */
  @ParameterizedTest
  @ValueSource(strings = {"1,1,0,0,0", "2,1,3,100,0", "3,1,0,0,0", "5,1,0,0,0", "7,1,0,0,0"})
  void spinningEnds(String control) throws Exception {
    Execution run = test.run(control, "", "^TestSpins$");
    assertThat(run.all(Event.TestEnd.class))
        .allMatch(e -> e.status() == Event.TestStatus.PASSED, run.text());
    assertThat(run.all(Event.Choice.class)).noneMatch(c -> c.kind() == ChoiceKind.WATCHDOG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,%d,0,0,0", "3,%d,0,0,0", "8,%d,0,0,0"})
  void aPlanOfTheChoicesIsTheRun(String control) throws Exception {
    for (int seed = 1; seed <= 3; seed++) {
      Execution run = test.run(control.formatted(seed), "");
      assertThat(test.replay(run, seed).text()).isEqualTo(run.text());
    }
  }
}
