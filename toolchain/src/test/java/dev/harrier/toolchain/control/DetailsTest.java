package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Value;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controlled run records the values of messages if its plan asks for them, and else is the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DetailsTest {
  private static final String DETAILS = "0,1\n17\n";

  private static final String PROGRAM =
      """
      package m

      import (
      	"errors"
      	"strings"
      	"sync"
      	"testing"
      	"time"
      )

      type level int8

      type job struct{ id int }

      func sendAll[T any](values ...T) {
      	c := make(chan T)
      	go func() {
      		for _, v := range values {
      			c <- v
      		}
      		close(c)
      	}()
      	for range c {
      	}
      }

      func TestKinds(t *testing.T) {
      	sendAll(level(-3))
      	sendAll(uint64(1<<63), 7)
      	sendAll(true)
      	sendAll(1.5, -0.25, 1e30)
      	sendAll(float32(0.1))
      	sendAll("hi", strings.Repeat("long ", 20))
      	sendAll([]int{1, 2, 3}, nil)
      	sendAll(map[string]int{"a": 1}, nil)
      	sendAll(&job{1}, nil)
      	sendAll(job{2})
      	sendAll[any]("in an interface", 42, nil, &job{3}, job{4})
      	sendAll[error](errors.New("an error"), nil)
      	sendAll(time.Millisecond)
      }

      func TestSelects(t *testing.T) {
      	full, free, got := make(chan int), make(chan string, 1), make(chan bool)
      	select {
      	case full <- 1:
      	case free <- "taken":
      	case <-got:
      	}
      	select {
      	case free <- "not taken":
      	default:
      	}
      }

      func TestBusy(t *testing.T) {
      	var mu sync.Mutex
      	var group sync.WaitGroup
      	c := make(chan int, 2)
      	for i := range 4 {
      		group.Go(func() {
      			mu.Lock()
      			defer mu.Unlock()
      			c <- i
      			<-c
      		})
      	}
      	time.Sleep(50 * time.Millisecond)
      	group.Wait()
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.of(directory, PROGRAM);
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
  }

  private Execution run(String name, String plan) throws Exception {
    return test.run("5,1,0,0,0", plan, "^Test" + name + "$");
  }

  @Test
  void valuesOfAllKindsAreTold() throws Exception {
    Execution run = run("Kinds", DETAILS);
    assertThat(run.all(Event.Message.class))
        .as(run.text())
        .extracting(Event.Message::value)
        .containsSequence(
            new Value.Numeric("m.level", "-3"),
            new Value.Numeric("uint64", "9223372036854775808"),
            new Value.Numeric("uint64", "7"),
            new Value.Truth("bool", true),
            new Value.Numeric("float64", "1.5"),
            new Value.Numeric("float64", "-0.25"),
            new Value.Numeric("float64", "1e+30"),
            new Value.Numeric("float32", "0.1"),
            new Value.Text("hi", 2),
            new Value.Text("long ".repeat(8), 100),
            new Value.Collection("[]int", 3),
            new Value.Nil("[]int"),
            new Value.Collection("map[string]int", 1),
            new Value.Nil("map[string]int"),
            new Value.Opaque("*m.job"),
            new Value.Nil("*m.job"),
            new Value.Opaque("m.job"),
            new Value.Text("in an interface", 15),
            new Value.Numeric("int", "42"),
            new Value.Nil("interface {}"),
            new Value.Opaque("*m.job"),
            new Value.Opaque("m.job"),
            new Value.Opaque("*errors.errorString"),
            new Value.Nil("error"),
            new Value.Numeric("time.Duration", "1000000"));
  }

  @Test
  void eachSendingCaseOfASelectIsTold() throws Exception {
    Execution run = run("Selects", DETAILS);
    assertThat(run.all(Event.Message.class))
        .as(run.text())
        .extracting(Event.Message::value)
        .contains(
            new Value.Numeric("int", "1"),
            new Value.Text("taken", 5),
            new Value.Text("not taken", 9));
  }

  /** Only the details are more, and only times differ. */
  @Test
  void aRunIsTheSameWithDetails() throws Exception {
    for (String strategy : new String[] {"5,1,0,0,0", "1,7,0,0,0", "1,8,0,100,64"}) {
      Execution plain = test.run(strategy, "", "^TestBusy$");
      Execution told = test.run(strategy, DETAILS, "^TestBusy$");
      assertThat(plain.all(Event.Message.class)).isEmpty();
      assertThat(told.all(Event.Message.class)).hasSizeGreaterThanOrEqualTo(4);
      assertThat(without(told)).as(strategy).isEqualTo(without(plain));
    }
  }

  private static String without(Execution run) {
    return String.join(
        "\n",
        run.text()
            .lines()
            .filter(line -> !line.contains(" message o") && !line.contains(" memory "))
            .filter(line -> !line.startsWith("time "))
            .toList());
  }
}
