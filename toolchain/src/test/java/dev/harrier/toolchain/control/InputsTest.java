package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InputKind;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A controlled run records which inputs the program reads, and counts no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InputsTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"context"
      	"crypto/rand"
      	"encoding/json"
      	"fmt"
      	"hash/maphash"
      	"maps"
      	mathrand "math/rand/v2"
      	"os"
      	"reflect"
      	"runtime"
      	"slices"
      	"sync"
      	"testing"
      	"time"
      )

      var sink any

      func TestNow(t *testing.T) { sink = time.Now() }

      func TestSince(t *testing.T) { sink = time.Since(time.Time{}) }

      func TestMathRandom(t *testing.T) { sink = mathrand.IntN(9) }

      func TestSystemRandom(t *testing.T) { rand.Read(make([]byte, 4)) }

      func TestSeed(t *testing.T) { sink = maphash.MakeSeed() }

      func TestFile(t *testing.T) { sink, _ = os.ReadFile("go.mod") }

      func TestLookup(t *testing.T) { sink = os.Getenv("HOME") }

      func TestOrder(t *testing.T) {
      	for k := range map[int]int{1: 1, 2: 2} {
      		sink = k
      	}
      }

      func TestOrderOfReflection(t *testing.T) {
      	for _, k := range reflect.ValueOf(map[int]int{1: 1, 2: 2}).MapKeys() {
      		sink = k
      	}
      }

      func TestOrderOfKeys(t *testing.T) { sink = slices.Collect(maps.Keys(map[int]int{1: 1, 2: 2})) }

      func TestProcessors(t *testing.T) { sink = runtime.GOMAXPROCS(0) }

      func TestStatistics(t *testing.T) { runtime.ReadMemStats(new(runtime.MemStats)) }

      func TestInGoroutine(t *testing.T) {
      	done := make(chan bool)
      	go func() {
      		sink = time.Now()
      		close(done)
      	}()
      	<-done
      }

      func TestNothing(t *testing.T) {
      	t.Parallel()
      	t.Log("with a line", map[int]int{1: 1, 2: 2})
      	t.Run("sub", func(t *testing.T) { t.Cleanup(func() {}) })
      	fmt.Println("standard output")
      	fmt.Fprintln(os.Stderr, "standard error")
      	sink, _ = json.Marshal(map[string]int{"a": 1, "b": 2})
      	sink = fmt.Sprint(map[string]int{"a": 1, "b": 2})
      	for k := range map[int]int{1: 1} {
      		sink = k
      	}
      	var pool sync.Pool
      	pool.Put(pool.Get())
      	ctx, cancel := context.WithCancel(t.Context())
      	cancel()
      	<-ctx.Done()
      	random := mathrand.New(mathrand.NewPCG(1, 2))
      	sink = random.IntN(9)
      	var mu sync.Mutex
      	var group sync.WaitGroup
      	for range 4 {
      		group.Go(func() {
      			mu.Lock()
      			defer mu.Unlock()
      			sink = make(map[int]int)
      		})
      	}
      	group.Wait()
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.of(directory, PROGRAM);
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Now,CLOCK",
    "Since,CLOCK",
    "InGoroutine,CLOCK",
    "MathRandom,RANDOM",
    "SystemRandom,RANDOM",
    "Seed,RANDOM",
    "File,SYSTEM",
    "Lookup,ENVIRONMENT",
    "Order,MAP_ORDER",
    "OrderOfReflection,MAP_ORDER",
    "OrderOfKeys,MAP_ORDER",
    "Processors,PROCESSORS",
    "Statistics,MEMORY"
  })
  void whatTheProgramReadsIsToldOnce(String name, InputKind kind) throws Exception {
    Execution run = test.run("5,1,0,0,0", "", "^Test" + name + "$");
    assertThat(run.all(Event.Input.class).stream().map(Event.Input::kind))
        .as(run.text())
        .containsOnlyOnce(kind);
  }

  @Test
  void whatTestingReadsForItselfIsNoInput() throws Exception {
    assertThat(test.run("5,1,0,0,0", "", "^TestNothing$").all(Event.Input.class)).isEmpty();
  }
}
