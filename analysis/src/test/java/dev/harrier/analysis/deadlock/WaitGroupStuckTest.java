package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.findings;
import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WaitGroupStuckTest {
  @Test
  void moreAddedThanDone() {
    var findings =
        inTest(
            """
            g7 add o1 +2 @ app.TestIt a.go:3
            g7 spawn g8 app.TestIt.func1 a.go:4 @ app.TestIt a.go:4
            g8 add o1 -1 @ app.TestIt.func1 a.go:5
            g8 exit
            g7 block [sync.WaitGroup.Wait] o1 @ app.TestIt a.go:6
            g0 checkpoint [quiescence] g7 waiting [sync.WaitGroup.Wait]
            """);
    assertThat(summary(findings)).containsExactly("waitgroup-stuck 6");
    assertThat(message(findings.getFirst()))
        .isEqualTo("Wait never returns: 2 added, 1 done, and no goroutine is left that calls Done");
  }

  @Test
  void aWaiterBehindStuckWorkersIsReportedWithThem() {
    var findings =
        inTest(
            """
            g7 make o2 @ app.TestIt a.go:2
            g7 add o1 +1 @ app.TestIt a.go:3
            g7 spawn g8 app.TestIt.func1 a.go:4 @ app.TestIt a.go:4
            g7 spawn g9 app.TestIt.func2 a.go:8 @ app.TestIt a.go:8
            g8 block [chan send] o2 @ app.TestIt.func1 a.go:5
            g9 block [sync.WaitGroup.Wait] o1 @ app.TestIt.func2 a.go:9
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [chan send] g9 leaked [sync.WaitGroup.Wait]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 5");
    assertThat(findings.getFirst().participants()).hasSize(2);
  }

  /** Main waits for a worker that ends the process instead of coming back. */
  @Test
  void whoEndsTheProcessWasAtWork() {
    var findings =
        findings(
            """
            g0 spawn g1 main.main m.go:1
            g1 add o1 +1 @ app.run a.go:3
            g1 spawn g8 app.run.func1 a.go:4 @ app.run a.go:4
            g1 block [sync.WaitGroup.Wait] o1 @ app.run a.go:6
            g8 checkpoint [process end] g1 waiting [sync.WaitGroup.Wait] g8 running
            """);
    assertThat(findings).isEmpty();
  }
}
