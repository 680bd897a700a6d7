package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the scheduler draws and what the program draws are two streams. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RandomStreamsTest {
  /** A goroutine that draws between its selects, and does what it has drawn. */
  private static final String PROGRAM =
      """
      package m

      import (
      	"math/rand"
      	"testing"
      )

      func TestDrawsBetweenSelects(t *testing.T) {
      	a, b := make(chan int, 8), make(chan int, 8)
      	log := make(chan int, 1000)
      	for range 8 {
      		select {
      		case a <- 1:
      		case b <- 2:
      		}
      		for range rand.Intn(10) {
      			log <- 0
      		}
      		keys := map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true}
      		for key := range keys {
      			for range key {
      				log <- 1
      			}
      			break
      		}
      	}
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  @Test
  void aReplayShowsTheProgramTheSameNumbers() throws Exception {
    int chosen = 0;
    for (int seed = 1; seed <= 10; seed++) {
      Execution walk = test.run("1," + seed + ",0,0,0", "");
      chosen += walk.all(Event.Choice.class).size();
      assertThat(test.replay(walk, seed).text()).as("seed %d", seed).isEqualTo(walk.text());
    }
    assertThat(chosen).isGreaterThan(20);
  }

  @Test
  void anotherStrategyDoesNotChangeWhatTheProgramDraws() throws Exception {
    long drawn = test.run("5,7,0,0,0", "").all(Event.Send.class).size();
    assertThat(test.run("1,7,0,0,0", "").all(Event.Send.class)).hasSize((int) drawn);
    assertThat(test.run("3,7,0,0,0", "").all(Event.Send.class)).hasSize((int) drawn);
  }
}
