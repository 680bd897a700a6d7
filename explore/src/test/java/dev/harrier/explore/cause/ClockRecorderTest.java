package dev.harrier.explore.cause;

import static dev.harrier.explore.cause.SampleLogs.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which timers fire in an execution, and how they are called. */
final class ClockRecorderTest {
  private static List<String> fires(String text) {
    return SampleLogs.of(START + text).clock().fires().stream()
        .map(ClockLog.Fire::timer)
        .map(timer ->
            "%s%s %d by %s"
                .formatted(
                    timer.sleep() ? "sleep " : "",
                    timer.function(),
                    timer.site().line(),
                    timer.by()))
        .toList();
  }

  @Test
  void aTimerWithAFunctionStartsIt() {
    assertThat(
            fires(
                """
                g2 timer-set o7 @ time.AfterFunc sleep.go:9 < app.a a.go:3
                g0 timer o0
                g0 spawn g4 app.f a.go:9 timer o7
                """))
        .containsExactly("time.AfterFunc 3 by g2");
  }

  @Test
  void theRuntimeSendsForATimerWithAChannel() {
    assertThat(
            fires(
                """
                g2 timer-set o7 @ time.NewTicker tick.go:9 < app.a a.go:3
                g0 select send o7* default
                g2 select send o8* default @ app.a a.go:4
                """))
        .containsExactly("time.NewTicker 3 by g2");
  }

  @Test
  void aSleepIsOver() {
    assertThat(
            fires(
                """
                g2 block [sleep] @ time.Sleep time.go:9 < app.a a.go:3
                g0 unblock g2
                """))
        .containsExactly("sleep time.Sleep 3 by g2");
  }

  /** Where the plan has a goroutine late, that is no sleep of the program. */
  @Test
  void latenessIsNoSleepOfTheProgram() {
    OperationLog log =
        SampleLogs.of(
            START
                + """
                g2 block [sleep] @ runtime.harrierIsLate control.go:9 < app.a a.go:3
                g0 unblock g2
                g2 operation 1
                g2 acquire o1 @ app.a a.go:3
                """);
    assertThat(log.clock().fires()).isEmpty();
    assertThat(log.clock().delay(log.entries().getFirst().key())).isPresent();
  }
}
