package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Schedules that are natural on a machine and that no walk at random reaches. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExtremesTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"runtime"
      	"sync"
      	"testing"
      )

      func TestLateChild(t *testing.T) {
      	var mu sync.Mutex
      	started := false
      	go func() {
      		mu.Lock()
      		started = true
      		mu.Unlock()
      	}()
      	for range 20_000 {
      		mu.Lock()
      		mu.Unlock()
      	}
      	if !started {
      		t.Fatal("the child has not run yet")
      	}
      }

      func TestLateYielder(t *testing.T) {
      	done := make(chan int, 1000)
      	go func() {
      		for i := range 1000 {
      			done <- i
      		}
      	}()
      	runtime.Gosched()
      	if len(done) == 1000 {
      		t.Fatal("the other one went on to its end")
      	}
      }

      func TestEarlyChildren(t *testing.T) {
      	var group sync.WaitGroup
      	created, early := 0, true
      	for i := range 20 {
      		group.Add(1)
      		go func() {
      			early = early && created == i
      			group.Done()
      		}()
      		created++
      	}
      	group.Wait()
      	if early {
      		t.Fatal("all children ran before the next was created")
      	}
      }

      func TestTwoStages(t *testing.T) {
      	var first, second sync.Mutex
      	var group sync.WaitGroup
      	written, published := 0, 0
      	for range 60 {
      		group.Add(2)
      		go func() {
      			defer group.Done()
      			first.Lock()
      			written = 1
      			first.Unlock()
      			second.Lock()
      			published = 1
      			second.Unlock()
      		}()
      		go func() {
      			defer group.Done()
      			first.Lock()
      			seen := written
      			first.Unlock()
      			second.Lock()
      			defer second.Unlock()
      			if published < seen {
      				t.Error("seen before it was published")
      			}
      		}()
      	}
      	group.Wait()
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  @Test
  void aGoroutineMayRunForAsLongAsAMachineLetsIt() throws Exception {
    assertThat(test.fails("5,1,0,0,0,2,250000", "^TestLateChild$")).isTrue();
    assertThat(test.fails("5,1,0,0,0,2", "^TestLateChild$")).as("usual bound").isFalse();
    int slices = 0;
    for (int seed = 1; seed <= 20; seed++) {
      slices += test.fails("8," + seed + ",0,0,0,2,250000", "^TestLateChild$") ? 1 : 0;
    }
    assertThat(slices).isBetween(1, 19);
  }

  @Test
  void childrenMayRunBeforeTheirParentGoesOn() throws Exception {
    assertThat(test.fails("7,1,0,0,0", "^TestEarlyChildren$")).isTrue();
    assertThat(test.fails("5,1,0,0,0", "^TestEarlyChildren$")).isFalse();
  }

  /**
   * A reader among sixty comes between two lines of all sixty writers. Which seeds do it depends on
   * where the linker puts the code.
   */
  @Test
  void aPlaceMayBeLateWhicheverGoroutineComesToIt() throws Exception {
    int places = 0;
    for (int seed = 1; seed <= 200; seed++) {
      places += test.fails("9," + seed + ",0,0,0", "^TestTwoStages$") ? 1 : 0;
    }
    assertThat(places).isBetween(4, 100);
    assertThat(test.fails("5,1,0,0,0", "^TestTwoStages$")).isFalse();
  }

  @Test
  void oneThatYieldedMayPauseForLong() throws Exception {
    for (int seed = 1; seed <= 5; seed++) {
      String walk = "1," + seed + ",0,0,0,2,0,";
      assertThat(test.fails(walk + "250000", "^TestLateYielder$")).isTrue();
      assertThat(test.fails(walk + "100", "^TestLateYielder$")).as("for a while").isFalse();
      assertThat(test.fails(walk + "0", "^TestLateYielder$")).as("one turn each").isFalse();
    }
  }
}
