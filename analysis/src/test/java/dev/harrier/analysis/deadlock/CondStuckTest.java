package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CondStuckTest {
  @Test
  void aSignalThatCameTooEarlyIsReported() {
    var findings =
        inTest(
            """
            object o1 cond
            g7 signal o1 @ app.TestIt a.go:3
            g7 block [sync.Cond.Wait] o1 @ app.TestIt a.go:6
            g0 checkpoint [quiescence] g7 waiting [sync.Cond.Wait]
            """);
    assertThat(summary(findings)).containsExactly("cond-stuck 6");
    assertThat(message(findings.getFirst())).contains("signaled before any goroutine waited");
    assertThat(steps(findings.getFirst()))
        .contains("goroutine 7 signaled cond o1 at a.go:3 when no goroutine was waiting");
  }

  @Test
  void aSignalThatWokeSomebodyElseWasNotLost() {
    var findings =
        inTest(
            """
            object o1 cond
            g7 spawn g8 app.wait a.go:2 @ app.TestIt a.go:2
            g7 spawn g9 app.wait a.go:2 @ app.TestIt a.go:2
            g8 block [sync.Cond.Wait] o1 @ app.wait a.go:6
            g9 block [sync.Cond.Wait] o1 @ app.wait a.go:6
            g7 signal o1 @ app.TestIt a.go:3
            g8 wait o1 blocked @ app.wait a.go:6
            g8 exit
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Cond.Wait]
            """);
    assertThat(summary(findings)).containsExactly("cond-stuck 6");
    assertThat(message(findings.getFirst())).contains("no goroutine is left");
  }

  @Test
  void aLostSignalThatOthersCameAfterIsNotToBlame() {
    var findings =
        inTest(
            """
            object o1 cond
            g7 spawn g8 app.work a.go:2 @ app.TestIt a.go:2
            g7 signal o1 @ app.TestIt a.go:3
            g8 block [sync.Cond.Wait] o1 @ app.work a.go:6
            g7 signal o1 @ app.TestIt a.go:4
            g8 wait o1 blocked @ app.work a.go:6
            g8 block [sync.Cond.Wait] o1 @ app.work a.go:6
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [sync.Cond.Wait]
            """);
    assertThat(summary(findings)).containsExactly("cond-stuck 6");
    assertThat(message(findings.getFirst())).contains("no goroutine is left");
  }

  @Test
  void anIdleWorkerIsNotBlamedForADeadlockElsewhere() {
    assertThat(
            summary(
                inTest(
                    """
                    object o1 cond
                    g7 spawn g8 app.work a.go:2 @ app.TestIt a.go:2
                    g8 block [sync.Cond.Wait] o1 @ app.work a.go:6
                    g7 make o2 @ app.TestIt a.go:3
                    g7 block [chan receive] o2 @ app.TestIt a.go:4
                    g0 checkpoint [quiescence] g7 waiting [chan receive] g8 waiting [sync.Cond.Wait]
                    """)))
        .containsExactly("global-deadlock 4");
  }
}
