package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a controlled run records where timers are stopped and reset. */
final class TimerChangesTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"context"
      	"testing"
      	"testing/synctest"
      	"time"
      )

      func TestFunction(t *testing.T) {
      	f := time.AfterFunc(10*time.Millisecond, func() {})
      	f.Reset(5 * time.Millisecond)
      	time.Sleep(20 * time.Millisecond)
      	f.Stop()
      	f.Reset(time.Hour)
      	f.Stop()
      	f.Stop()
      	f.Reset(-1)
      }

      func TestChannels(t *testing.T) {
      	c := time.NewTimer(time.Millisecond)
      	<-c.C
      	c.Reset(time.Minute)
      	c.Stop()
      	k := time.NewTicker(time.Millisecond)
      	<-k.C
      	k.Reset(3 * time.Second)
      	k.Stop()
      	k.Stop()
      }

      func TestContext(t *testing.T) {
      	_, cancel := context.WithTimeout(context.Background(), time.Hour)
      	cancel()
      }

      func TestBubble(t *testing.T) {
      	synctest.Test(t, func(t *testing.T) {
      		f := time.NewTimer(time.Hour)
      		f.Reset(2 * time.Hour)
      		f.Stop()
      	})
      }
      """;

  private static final String CONTROL = "5,3,0,0,0";

  private static final String DETAILS = "0,1\n17\n";

  @TempDir private Path directory;

  /** {@code reset timer: fired -> 5000000}: each change, and what is known of it. */
  private static List<String> changes(Execution run) {
    List<String> lines = new ArrayList<>();
    boolean isTimer = false;
    for (Event event : run.all(Event.class)) {
      if (event instanceof Event.Operation operation) {
        isTimer = operation.timer().isPresent() && run.isIn(operation, "example.com/m.");
        if (isTimer) {
          TimerChange change = operation.timer().get();
          assertThat(operation.access()).isEqualTo(AccessKind.UPDATE);
          assertThat(run.all(Event.TimerSet.class))
              .extracting(Event.TimerSet::timer)
              .doesNotContain(ObjectId.NONE)
              .contains(change.timer());
          lines.add((change.stops() ? "stop " : "reset ") + (change.ticks() ? "ticker" : "timer"));
        }
      } else if (isTimer && event instanceof Event.Memory memory) {
        String mark = memory.moment() instanceof Event.Memory.After ? " -> " : ": ";
        lines.add(lines.removeLast() + mark + shown(memory.value().orElseThrow()));
      }
    }
    return lines;
  }

  private static String shown(Value value) {
    return switch (value) {
      case Value.Text text -> TimerChange.Found.of(text.start()).orElseThrow().name();
      case Value.Numeric number -> number.digits() + " " + number.type();
      default -> throw new AssertionError(value);
    };
  }

  @Test
  void eachChangeSaysHowItFoundTheTimer() throws Exception {
    CompiledTest test = CompiledTest.controlled(directory, PROGRAM);
    assertThat(changes(test.run(CONTROL, DETAILS, "^TestFunction$")))
        .containsExactly(
            "reset timer: RUNNING -> 5000000 time.Duration",
            "stop timer: FIRED",
            "reset timer: FIRED -> 3600000000000 time.Duration",
            "stop timer: RUNNING",
            "stop timer: STOPPED",
            "reset timer: STOPPED -> 0 time.Duration");
    assertThat(changes(test.run(CONTROL, DETAILS, "^TestChannels$")))
        .containsExactly(
            "reset timer: FIRED -> 60000000000 time.Duration",
            "stop timer: RUNNING",
            "reset ticker: RUNNING -> 3000000000 time.Duration",
            "stop ticker: RUNNING",
            "stop ticker: STOPPED");
    assertThat(changes(test.run(CONTROL, DETAILS, "^TestContext$")))
        .containsExactly("stop timer: RUNNING");
    assertThat(changes(test.run(CONTROL, DETAILS, "^TestBubble$")))
        .containsExactly(
            "reset timer: RUNNING -> 7200000000000 time.Duration", "stop timer: RUNNING");
    // The same without values, where the plan does not ask for them.
    assertThat(changes(test.run(CONTROL, "", "^TestChannels$")))
        .containsExactly("reset timer", "stop timer", "reset ticker", "stop ticker", "stop ticker");
  }
}
