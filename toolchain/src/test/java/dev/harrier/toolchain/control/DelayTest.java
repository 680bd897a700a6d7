package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

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
  private Execution first;
  private List<GoroutineId> usual;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    test = CompiledTest.controlled(directory, PROGRAM);
    first = test.run("5,1,0,0,0", "");
    usual = senders(first);
  }

  /** Who sent, in the order of the sends; the last is that of the test itself. */
  private static List<GoroutineId> senders(Execution run) {
    return run.all(Event.Send.class).stream().limit(6).map(Event::goroutine).toList();
  }

  /** The senders where the {@code who}-th goroutine is delayed before an operation. */
  private List<GoroutineId> delayed(int who, int operation) throws Exception {
    return senders(with("8,%d,%d,0,0".formatted(first.name(who), operation)));
  }

  private List<GoroutineId> delayed(int who, int operation, int other, int until) throws Exception {
    return senders(
        with("8,%d,%d,%d,%d".formatted(first.name(who), operation, first.name(other), until)));
  }

  private Execution with(String delay) throws Exception {
    return test.run("5,1,0,0,0", ControlledRunTest.plan(List.of(delay)));
  }

  private List<GoroutineId> order(int... indices) {
    return Arrays.stream(indices).mapToObj(usual::get).toList();
  }

  @Test
  void untilNoOtherCanRun() throws Exception {
    assertThat(usual).isEqualTo(order(0, 0, 2, 2, 4, 4));
    assertThat(delayed(3, 0)).isEqualTo(order(2, 2, 4, 4, 0, 0));
    assertThat(delayed(3, 2)).isEqualTo(order(0, 2, 2, 4, 4, 0));
  }

  @Test
  void untilAnotherHasBegunAnOperation() throws Exception {
    assertThat(delayed(3, 0, 4, 1)).isEqualTo(order(2, 2, 0, 0, 4, 4));
    assertThat(delayed(3, 2, 5, 1)).isEqualTo(order(0, 2, 2, 4, 4, 0));
  }

  @Test
  void whoCouldGoOnBeforeNeedNotStand() throws Exception {
    assertThat(delayed(4, 2, 3, 1)).isEqualTo(usual);
  }
}
