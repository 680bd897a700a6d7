package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
      	cryptorand "crypto/rand"
      	"math/rand"
      	"os"
      	"os/exec"
      	"testing"
      )

      func TestDrawsKeys(t *testing.T) {
      	log := make(chan int, 2000)
      	key := make([]byte, 11)
      	cryptorand.Read(key)
      	for _, b := range key {
      		for range b % 50 {
      			log <- 0
      		}
      	}
      }

      // Starts itself as two children. They and the parent draw different numbers.
      func TestChildren(t *testing.T) {
      	drawn, told := os.LookupEnv("DRAWN")
      	if !told {
      		t.Skip("started by childrenDrawNumbersOfTheirOwn")
      	}
      	text := cryptorand.Text()
      	if drawn == "" {
      		os.Stdout.WriteString(text)
      		os.Exit(0)
      	}
      	for range 2 {
      		child := exec.Command(os.Args[0], "-test.run=TestChildren")
      		child.Env = append(os.Environ(), "DRAWN=")
      		out, err := child.Output()
      		if err != nil {
      			t.Fatal(err)
      		}
      		text += " " + string(out)
      	}
      	os.WriteFile(drawn, []byte(text), 0o600)
      }

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
  void keysFollowFromTheSeed() throws Exception {
    Set<Integer> drawn = new HashSet<>();
    for (int seed = 1; seed <= 4; seed++) {
      Execution one = test.run("5," + seed + ",0,0,0", "", "^TestDrawsKeys$");
      Execution other = test.run("5," + seed + ",0,0,0", "", "^TestDrawsKeys$");
      assertThat(other.text()).as("seed %d", seed).isEqualTo(one.text());
      drawn.add(one.all(Event.Send.class).size());
    }
    assertThat(drawn).hasSizeGreaterThan(2);
  }

  @Test
  void childrenDrawNumbersOfTheirOwn(@TempDir Path directory) throws Exception {
    List<List<String>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      Path drawn = directory.resolve("drawn" + run);
      CompiledTest told = test.with(Map.of("DRAWN", drawn.toString()));
      assertThat(told.fails("5,1,0,0,0", "^TestChildren$")).isFalse();
      runs.add(List.of(Files.readString(drawn).split(" ")));
    }
    assertThat(runs.getFirst()).hasSize(3).doesNotHaveDuplicates();
    assertThat(runs.getLast()).isEqualTo(runs.getFirst());
  }

  @Test
  void anotherStrategyDoesNotChangeWhatTheProgramDraws() throws Exception {
    long drawn = test.run("5,7,0,0,0", "").all(Event.Send.class).size();
    assertThat(test.run("1,7,0,0,0", "").all(Event.Send.class)).hasSize((int) drawn);
    assertThat(test.run("3,7,0,0,0", "").all(Event.Send.class)).hasSize((int) drawn);
  }
}
