package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a program of locks, selects and timers under control, with the installed Go. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ControlledRunTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"context"
      	"sync"
      	"testing"
      	"time"
      )

      func TestMixed(t *testing.T) {
      	var a, b sync.Mutex
      	var group sync.WaitGroup
      	results := make(chan int, 2)
      	done := make(chan bool)
      	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
      	defer cancel()
      	for i := range 3 {
      		group.Add(1)
      		go func() {
      			defer group.Done()
      			a.Lock()
      			b.Lock()
      			b.Unlock()
      			a.Unlock()
      			select {
      			case results <- i:
      			case <-ctx.Done():
      			}
      		}()
      	}
      	go func() {
      		time.Sleep(10 * time.Millisecond)
      		close(done)
      	}()
      	got := 0
      	for range 4 {
      		select {
      		case <-results:
      			got++
      		case <-done:
      			done = nil
      		case <-time.After(20 * time.Millisecond):
      		}
      	}
      	group.Wait()
      	if got == 99 {
      		t.Log(got)
      	}
      }
      """;

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1,11,0,0,0", "1,12,0,0,200", "2,13,3,200,0", "3,14,0,0,100", "4,15,4,200,0"})
  void equalSeedsGiveEqualTraces(String control) throws Exception {
    Execution first = test.run(control, "");
    assertThat(first.events()).hasSizeGreaterThan(100);
    for (int i = 0; i < 3; i++) {
      assertThat(test.run(control, "").text()).isEqualTo(first.text());
    }
  }

  @Test
  void differentSeedsGiveDifferentTraces() throws Exception {
    Set<String> texts = new HashSet<>();
    for (int seed = 1; seed <= 10; seed++) {
      texts.add(test.run("1," + seed + ",0,0,0", "").text());
    }
    assertThat(texts).hasSizeGreaterThan(8);
  }

  @Test
  void whatWasChosenIsAPlanThatGivesTheSameTrace() throws Exception {
    Set<ChoiceKind> kinds = EnumSet.noneOf(ChoiceKind.class);
    for (int seed = 1; seed <= 8; seed++) {
      Execution walk = test.run("1," + seed + ",0,0,100", "");
      walk.all(Event.Choice.class).forEach(choice -> kinds.add(choice.kind()));
      assertThat(test.replay(walk, seed).text()).as("seed %d", seed).isEqualTo(walk.text());
    }
    assertThat(kinds).containsOnly(ChoiceKind.GOROUTINE, ChoiceKind.CASE, ChoiceKind.TIMER);
  }

  @Test
  void aGoroutineThatCannotRunAsPlannedIsReported() throws Exception {
    Execution usual = test.run("5,1,0,0,0", "");
    assertThat(usual.all(Event.Choice.class)).isEmpty();
    Execution walk = test.run("1,1,0,0,0", "");
    Event.Choice real =
        walk.all(Event.Choice.class).stream()
            .filter(c -> c.kind() == ChoiceKind.GOROUTINE)
            .findFirst()
            .orElseThrow();
    String wrong = "1,%d,%d,99".formatted(real.name().value(), real.point());
    assertThat(test.run("5,1,0,0,0", plan(List.of(wrong))).all(Event.Choice.class))
        .extracting(Event.Choice::kind)
        .containsExactly(ChoiceKind.MISSED);
  }

  @Test
  void whoIsDelayedComesLater() throws Exception {
    Execution first = test.run("5,1,0,0,0", "");
    List<GoroutineId> usual = starts(first);
    Set<List<GoroutineId>> orders = new HashSet<>();
    for (int goroutine = 3; goroutine <= 6; goroutine++) {
      String delay = "8,%d,0,0,0".formatted(first.name(goroutine));
      List<GoroutineId> delayed = starts(test.run("5,1,0,0,0", plan(List.of(delay))));
      assertThat(delayed).hasSameElementsAs(usual);
      orders.add(delayed);
    }
    orders.remove(usual);
    assertThat(orders).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void whatCameOfADelayIsAPlanWithoutIt() throws Exception {
    int changed = 0;
    for (int seed = 1; seed <= 4; seed++) {
      Execution usual = test.run("1," + seed + ",0,0,50", "");
      for (int goroutine = 3; goroutine <= 6; goroutine++) {
        for (int operation : new int[] {0, 2, 3}) {
          String delay = "8,%d,%d,0,0".formatted(usual.name(goroutine), operation);
          Execution delayed = test.run("1," + seed + ",0,0,50", plan(List.of(delay)));
          changed += delayed.text().equals(usual.text()) ? 0 : 1;
          assertThat(test.replay(delayed, seed).text())
              .as("seed %d, %s", seed, delay)
              .isEqualTo(delayed.text());
        }
      }
    }
    assertThat(changed).isGreaterThan(20);
  }

  /** The goroutines that took a lock, in the order in which they first did. */
  private static List<GoroutineId> starts(Execution execution) {
    return execution.all(Event.Acquire.class).stream().map(Event::goroutine).distinct().toList();
  }

  static String plan(List<String> entries) {
    return "0," + entries.size() + "\n" + String.join("\n", entries) + "\n";
  }
}
