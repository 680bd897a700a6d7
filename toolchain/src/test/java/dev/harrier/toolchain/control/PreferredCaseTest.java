package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.Event;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wishes for cases of selects, with and without control. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PreferredCaseTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"testing"
      	"time"
      )

      func TestTwo(t *testing.T) {
      	soon := make(chan int, 1)
      	soon <- 1
      	select {
      	case <-soon:
      	case <-time.After(20 * time.Millisecond):
      	}
      }

      func TestTry(t *testing.T) {
      	c := make(chan int)
      	go func() {
      		time.Sleep(20 * time.Millisecond)
      		<-c
      	}()
      	select {
      	case c <- 1:
      	default:
      	}
      }

      func TestLoop(t *testing.T) {
      	done := make(chan int)
      	close(done)
      	tick := time.NewTicker(time.Millisecond)
      	defer tick.Stop()
      	for {
      		select {
      		case <-done:
      			return
      		case <-tick.C:
      		}
      	}
      }

      func TestHeld(t *testing.T) {
      	closed, never := make(chan int), make(chan int)
      	close(closed)
      	go func() {
      		for range time.Tick(100 * time.Millisecond) {
      		}
      	}()
      	select {
      	case <-closed:
      	case never <- 1:
      	}
      }

      func TestNil(t *testing.T) {
      	var never chan int
      	soon := make(chan int, 1)
      	soon <- 1
      	select {
      	case <-never:
      	case <-soon:
      	}
      }
      """;

  private static final String NATIVE = "";
  private static final String DEFAULT_ORDER = "5,1,0,0,0";

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.of(directory, PROGRAM);
  }

  private Execution run(String control, String name, int cases, int preferred, int patience)
      throws Exception {
    assumeThat(control.isEmpty() || test.canBeControlled()).as("Go 1.26 or newer").isTrue();
    long site = test.run(control, "", name).selectIn("example.com/m.Test" + name);
    List<String> plan = List.of("5," + patience, "4,%d,%d,%d".formatted(site, cases, preferred));
    return test.run(control, ControlledRunTest.plan(plan), name);
  }

  private static Event.Select only(Execution execution) {
    return execution.all(Event.Select.class).stream()
        .filter(s -> execution.isIn(s, "example.com/m.Test"))
        .reduce((_, _) -> {
          throw new AssertionError("more than one select");
        })
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"'',0", "'',1", "'5,1,0,0,0',0", "'5,1,0,0,0',1"})
  void aSelectWaitsForTheCaseThatIsWished(String control, int preferred) throws Exception {
    Execution execution = run(control, "Two", 2, preferred, 5000);
    assertThat(only(execution).chosen()).isEqualTo(preferred);
    assertThat(execution.all(Event.Preferred.class))
        .allSatisfy(p -> assertThat(p.gaveUp()).isFalse())
        .first()
        .satisfies(p -> assertThat(p.preferredCase()).isEqualTo(preferred));
  }

  /** The other case has a value before the select begins; the timer is 20 ms away. */
  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DEFAULT_ORDER})
  void theTraceSaysHowLongItWaited(String control) throws Exception {
    List<Event.Preferred> wishes = new ArrayList<>();
    for (int preferred = 0; preferred < 2; preferred++) {
      wishes.addAll(run(control, "Two", 2, preferred, 5000).all(Event.Preferred.class));
    }
    assertThat(wishes)
        .filteredOn(p -> p.stage() == Event.Preferred.Stage.CAME)
        .singleElement()
        .satisfies(p -> assertThat(p.micros()).isBetween(10_000L, 5_000_000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DEFAULT_ORDER})
  void oneWithADefaultWaitsToo(String control) throws Exception {
    assertThat(only(run(control, "Try", 2, 0, 5000)).chosen()).isZero();
  }

  /** One of the cases is that of a ticker, which keeps the loop from seeing that it shall end. */
  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DEFAULT_ORDER})
  void wishesEnd(String control) throws Exception {
    List<Integer> rounds = new ArrayList<>();
    for (int preferred = 0; preferred < 2; preferred++) {
      Execution execution = run(control, "Loop", 2, preferred, 5000);
      rounds.add(
          (int)
              execution.all(Event.Select.class).stream()
                  .filter(s -> execution.isIn(s, "example.com/m.Test"))
                  .count());
    }
    Collections.sort(rounds);
    assertThat(rounds.getFirst()).isEqualTo(1);
    // Natively the ticker and the end may be there at once.
    assertThat(rounds.getLast()).isBetween(1025, 1060);
  }

  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DEFAULT_ORDER})
  void patienceEnds(String control) throws Exception {
    Execution execution = run(control, "Try", 2, 0, 1);
    assertThat(only(execution).chosen()).isEqualTo(-1);
    assertThat(execution.all(Event.Preferred.class))
        .extracting(Event.Preferred::gaveUp)
        .containsExactly(false, true);
  }

  /** A goroutine whose channel is closed can run: an hour of patience does not keep it waiting. */
  @Test
  void patienceEndsWhereAnotherCaseIsReady() throws Exception {
    Execution execution = run(DEFAULT_ORDER, "Held", 2, 0, 3_600_000);
    assertThat(only(execution).chosen()).isEqualTo(1);
    assertThat(execution.all(Event.Preferred.class))
        .filteredOn(Event.Preferred::gaveUp)
        .singleElement()
        .satisfies(p -> assertThat(p.micros()).isBetween(100_000L, 121_000_000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DEFAULT_ORDER})
  // The compiler puts the receives last to first.
  void aWishForANilChannelIsPassedOver(String control) throws Exception {
    Execution execution = run(control, "Nil", 2, 0, 5000);
    assertThat(execution.all(Event.Preferred.class)).isNotEmpty();
    execution = run(control, "Nil", 2, 1, 5000);
    assertThat(execution.all(Event.Preferred.class)).isEmpty();
    assertThat(only(execution).chosen()).isZero();
  }
}
