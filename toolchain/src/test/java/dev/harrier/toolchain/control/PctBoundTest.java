package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bound of PCT (Burckhardt and others, ASPLOS 2010, theorem 9): a run of n goroutines and k
 * scheduling points shows a bug of depth d with a probability of at least 1/(n·k^(d-1)).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PctBoundTest {
  private static final int FEW = 300;
  private static final int MANY = 1500;
  private static final int GOROUTINES = 3;

  /**
   * The first is of depth 1: one goroutine before another. The second is of depth 2: one goroutine
   * must stop within two of its many operations, and another must come then. Some operations block,
   * so that a change point may fall to where the runner has just stopped.
   */
  private static final String PROGRAM =
      """
      package m

      import (
      	"sync"
      	"testing"
      )

      func TestOrder(t *testing.T) {
      	var group sync.WaitGroup
      	group.Add(2)
      	first := 0
      	for i := range 2 {
      		go func() {
      			if first == 0 {
      				first = i + 1
      			}
      			group.Done()
      		}()
      	}
      	group.Wait()
      	if first == 2 {
      		t.Error("the second came first")
      	}
      }

      func TestWindow(t *testing.T) {
      	var mu sync.Mutex
      	var group sync.WaitGroup
      	group.Add(2)
      	open := false
      	go func() {
      		for i := range 12 {
      			mu.Lock()
      			mu.Unlock()
      			open = i == 7
      		}
      		group.Done()
      	}()
      	go func() {
      		if open {
      			t.Error("the window was open")
      		}
      		group.Done()
      	}()
      	group.Wait()
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  @Test
  void aBugOfDepthOne() throws Exception {
    assertThat(failures("TestOrder", 1, 1, FEW)).isGreaterThanOrEqualTo(FEW / GOROUTINES);
  }

  @Test
  void aBugOfDepthTwo() throws Exception {
    int points = points("TestWindow");
    assertThat(points).isBetween(30, 150);
    assertThat(failures("TestWindow", 2, points, MANY))
        .isGreaterThanOrEqualTo(MANY / (GOROUTINES * points));
  }

  /** Without change points there is no run in which the goroutine stops there. */
  @Test
  void noChangePointNoBugOfDepthTwo() throws Exception {
    assertThat(failures("TestWindow", 1, 1, FEW)).isZero();
  }

  private int points(String name) throws Exception {
    List<Event> events = test.run("5,1,0,0,0", "", "^" + name + "$").events();
    int begin = 0;
    while (!(events.get(begin) instanceof Event.TestBegin)) {
      begin++;
    }
    return (int)
        events.subList(begin, events.size()).stream()
            .filter(Event.Operation.class::isInstance)
            .count();
  }

  private int failures(String name, int depth, int length, int runs) throws Exception {
    int failures = 0;
    for (int seed = 1; seed <= runs; seed++) {
      failures +=
          test.fails("2,%d,%d,%d,0".formatted(seed, depth, length), "^" + name + "$") ? 1 : 0;
    }
    return failures;
  }
}
