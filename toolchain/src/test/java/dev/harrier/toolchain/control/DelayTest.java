package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** For how long a goroutine is delayed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DelayTest {
  private static final String PROGRAM =
      """
      package m

      import "testing"

      func TestThree(*testing.T) {
      	c := make(chan int, 6)
      	for i := range 3 {
      		go func() {
      			c <- i
      			c <- i
      		}()
      	}
      	for range 6 {
      		<-c
      	}
      }
      """;

  private CompiledTest test;
  private List<GoroutineId> usual;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.of(directory, PROGRAM);
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
    usual = senders("");
  }

  /** Who sent, in the order of the sends; the last is that of the test itself. */
  private List<GoroutineId> senders(String hold) throws Exception {
    String plan = hold.isEmpty() ? "" : ControlledRunTest.plan(List.of(hold));
    return test.run("5,1,0,0,0", plan).all(Event.Send.class).stream()
        .limit(6)
        .map(Event::goroutine)
        .toList();
  }

  private List<GoroutineId> order(int... indices) {
    return Arrays.stream(indices).mapToObj(usual::get).toList();
  }

  @Test
  void untilNobodyElseCanRun() throws Exception {
    assertThat(usual).isEqualTo(order(0, 0, 2, 2, 4, 4));
    assertThat(senders("8,3,0,0,0")).isEqualTo(order(2, 2, 4, 4, 0, 0));
    assertThat(senders("8,3,0")).as("as it was written before").isEqualTo(senders("8,3,0,0,0"));
    assertThat(senders("8,3,2,0,0")).isEqualTo(order(0, 2, 2, 4, 4, 0));
  }

  @Test
  void untilAnotherHasBegunAnOperation() throws Exception {
    assertThat(senders("8,3,0,4,1")).isEqualTo(order(2, 2, 0, 0, 4, 4));
    assertThat(senders("8,3,2,5,1")).isEqualTo(order(0, 2, 2, 4, 4, 0));
  }

  @Test
  void whoCouldGoOnBeforeNeedNotStand() throws Exception {
    assertThat(senders("8,4,2,3,1")).isEqualTo(usual);
  }
}
