package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.findings;
import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.words.Parts;
import org.junit.jupiter.api.Test;

final class GlobalDeadlockTest {
  private static final String CROSSED_LOCKS =
      """
      g7 spawn g8 app.TestIt.func1 a.go:4 @ app.TestIt a.go:4
      g7 acquire o1 @ app.TestIt a.go:10
      g8 acquire o2 @ app.TestIt.func1 a.go:5
      g8 block [sync.Mutex.Lock] o1 @ app.TestIt.func1 a.go:6
      g7 block [sync.Mutex.Lock] o2 @ app.TestIt a.go:11
      """;

  @Test
  void crossedLocksAreReportedAsACycle() {
    var findings =
        inTest(
            CROSSED_LOCKS
                + "g0 checkpoint [quiescence] g7 waiting [sync.Mutex.Lock] g8 waiting [sync.Mutex.Lock]");
    assertThat(summary(findings)).containsExactly("global-deadlock 6");
    Finding deadlock = findings.getFirst();
    assertThat(message(deadlock))
        .isEqualTo("the test is deadlocked: 2 goroutines wait for each other in a cycle");
    assertThat(steps(deadlock))
        .contains(
            "goroutine 7 waits in sync.Mutex.Lock at a.go:11 for mutex o2, held by goroutine 8 since"
                + " a.go:5: waits for goroutine 8")
        .contains(
            "goroutine 8 waits in sync.Mutex.Lock at a.go:6 for mutex o1, held by goroutine 7 since"
                + " a.go:10: waits for goroutine 7");
  }

  @Test
  void theCollectorCanProveItBeforeTheWholeProcessIsStill() {
    var findings =
        inTest(
            CROSSED_LOCKS
                + """
                g9 checkpoint [periodic] g7 leaked [sync.Mutex.Lock] g8 leaked [sync.Mutex.Lock] g9 running
                g0 checkpoint [timeout] g7 waiting [sync.Mutex.Lock] g8 waiting [sync.Mutex.Lock]
                """);
    assertThat(summary(findings)).containsExactly("global-deadlock 6");
    assertThat(findings.getFirst().count()).isEqualTo(1);
  }

  private static Finding lockCycle(String first, String second, int otherStart) {
    var findings =
        inTest(
            """
            g7 spawn g8 app.work a.go:4 @ app.TestIt a.go:4
            g7 spawn g9 app.work a.go:%3$d @ app.TestIt a.go:%3$d
            g8 acquire o1 @ %1$s
            g9 acquire o2 @ %2$s
            g8 block [sync.Mutex.Lock] o2 @ %1$s1
            g9 block [sync.Mutex.Lock] o1 @ %2$s1
            g7 block [sync.WaitGroup.Wait] o3 @ app.TestIt a.go:9
            g0 checkpoint [quiescence] g7 waiting [sync.WaitGroup.Wait] g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
            """
                .formatted(first, second, otherStart));
    assertThat(findings).hasSize(1);
    return findings.getFirst();
  }

  /** Which of two goroutines of the same code comes first at which place, chance decides. */
  @Test
  void aCycleIsOneDefectFromEitherSideAndWhateverBeganIt() {
    String add = "app.add a.go:2";
    String find = "app.find a.go:3";
    Finding one = lockCycle(add, find, 4);
    Finding other = lockCycle(find, add, 5);
    assertThat(other.fingerprint()).isEqualTo(one.fingerprint());
    assertThat(other.location()).isEqualTo(one.location());
    assertThat(lockCycle(add, "app.remove a.go:4", 4).fingerprint())
        .isNotEqualTo(one.fingerprint());
    assertThat(lockCycle(add, add, 4).fingerprint()).isNotEqualTo(one.fingerprint());
  }

  /** Two deadlocks of a lock of the program's own are two, though they wait at the same line. */
  @Test
  void aHelperThatLocksIsNotWhatTheCycleIs() {
    String waits =
        """
        g7 spawn g8 app.one a.go:4 @ app.TestIt a.go:4
        g8 acquire o1 @ app.lock a.go:50 < app.one a.go:20
        g7 acquire o2 @ app.lock a.go:50 < app.TestIt a.go:8
        g8 block [sync.Mutex.Lock] o2 @ app.lock a.go:50 < app.%s a.go:60
        g7 block [sync.Mutex.Lock] o1 @ app.lock a.go:50 < app.TestIt a.go:9
        g0 checkpoint [quiescence] g7 waiting [sync.Mutex.Lock] g8 waiting [sync.Mutex.Lock]
        """;
    assertThat(inTest(waits.formatted("add")).getFirst().fingerprint())
        .isNotEqualTo(inTest(waits.formatted("find")).getFirst().fingerprint());
  }

  /** A loop that has chosen another case has not received from the channel yet, and would. */
  @Test
  void whatHadACaseForTheMessageWouldHaveTakenIt() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.loop a.go:4 @ app.TestIt a.go:4
            g7 acquire o1 @ app.TestIt a.go:8
            g8 select receive o2 receive o3* @ app.loop a.go:20
            g8 block [sync.Mutex.Lock] o1 @ app.loop a.go:21
            g7 block [chan send] o2 @ app.TestIt a.go:9
            g0 checkpoint [quiescence] g7 waiting [chan send] g8 waiting [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("global-deadlock 9");
    assertThat(message(findings.getFirst()))
        .isEqualTo("the test is deadlocked: 2 goroutines wait for each other in a cycle");
  }

  @Test
  void aMainWithoutTestsDeadlocksToo() {
    var findings =
        findings(
            """
            g1 make o1 @ main.main m.go:3
            g1 block [chan receive] o1 @ main.main m.go:4
            g0 checkpoint [deadlock] g1 waiting [chan receive]
            """);
    assertThat(summary(findings)).containsExactly("global-deadlock 4");
    assertThat(message(findings.getFirst())).isEqualTo("the program is deadlocked in chan receive");
  }

  /** Connections in memory are awaited like a goroutine; poll waiters are those of the kernel's. */
  @Test
  void aClientAndAServerThatWaitForEachOtherAreDeadlocked() {
    String waits =
        """
        g7 spawn g8 app.serve a.go:4 @ app.TestIt a.go:4
        g7 operation 1 descriptor 3 connection write @ app.TestIt a.go:8
        g7 operation 2 descriptor 3 connection read @ app.TestIt a.go:9
        g7 block [IO wait] @ app.TestIt a.go:9
        g8 operation 1 descriptor 4 kernel read @ app.serve a.go:19
        g8 block [IO wait] @ app.serve a.go:20
        g0 checkpoint [quiescence] poll-waiters %d g7 waiting [IO wait] g8 waiting [IO wait]
        """;
    var findings = inTest(waits.formatted(0));
    assertThat(summary(findings)).containsExactly("global-deadlock 9");
    assertThat(message(findings.getFirst()))
        .isEqualTo(
            "the test is deadlocked in IO wait: the other end of the connection or pipe is in the"
                + " same process");
    assertThat(findings.getFirst().participants())
        .extracting(Parts::of)
        .containsExactly(
            "stuck, waits to read from connection c3", "stuck with it, blocked in IO wait");
    assertThat(inTest(waits.formatted(1))).isEmpty();
    String silence = "g0 choice [fault] g7 5 point 3 chosen 0 of 6\n";
    assertThat(inTest(silence + waits.formatted(0))).isEmpty();
  }

  /** The client waits for a server whose goroutines wait for each other's locks. */
  @Test
  void locksBehindAConnectionAreTheCause() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.serve a.go:4 @ app.TestIt a.go:4
            g7 spawn g9 app.serve a.go:5 @ app.TestIt a.go:5
            g8 acquire o1 @ app.set a.go:10
            g9 acquire o2 @ app.count a.go:20
            g8 block [sync.Mutex.Lock] o2 @ app.set a.go:11
            g9 block [sync.Mutex.Lock] o1 @ app.count a.go:21
            g7 operation 1 descriptor 3 connection read @ app.TestIt a.go:9
            g7 block [IO wait] @ app.TestIt a.go:9
            g0 checkpoint [quiescence] poll-waiters 0 g7 waiting [IO wait] g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("global-deadlock 11");
    assertThat(message(findings.getFirst()))
        .isEqualTo("the test is deadlocked: 2 goroutines wait for each other in a cycle");
    assertThat(findings.getFirst().participants())
        .extracting(Parts::of)
        .contains("stuck with it, waits to read from connection c3");
  }

  /** Clients keep connections open: that is no leak. */
  @Test
  void aConnectionThatIsLeftOpenIsNoFinding() {
    assertThat(
            inTest(
                """
                g7 spawn g8 app.serve a.go:4 @ app.TestIt a.go:4
                g8 block [IO wait] @ app.serve a.go:20
                g7 test-end t1 passed
                g0 checkpoint [quiescence] g8 waiting [IO wait]
                """))
        .isEmpty();
  }

  @Test
  void theFindingPointsAtTheRootCauseAndNotAtWhoWaitsForIt() {
    var findings =
        inTest(
            """
            g7 add o1 +1 @ app.TestIt a.go:3
            g7 make o2 @ app.TestIt a.go:4
            g7 spawn g8 app.TestIt.func1 a.go:5 @ app.TestIt a.go:5
            g7 block [sync.WaitGroup.Wait] o1 @ app.TestIt a.go:9
            g8 block [chan send] o2 @ app.TestIt.func1 a.go:6
            g0 checkpoint [quiescence] g7 waiting [sync.WaitGroup.Wait] g8 waiting [chan send]
            """);
    assertThat(summary(findings)).containsExactly("global-deadlock 6");
  }

  @Test
  void whoWaitsForTheRuntimeWillGoOn() {
    assertThat(
            summary(
                inTest(
                    CROSSED_LOCKS
                        + """
                        g0 checkpoint [quiescence] g7 waiting [sync.Mutex.Lock] g8 waiting [sync.Mutex.Lock] g9 waiting [waiting]
                        """)))
        // No goroutine is proved to be stuck; but what they ask for speaks for itself.
        .containsExactly("lock-order-deadlock 6");
  }

  @Test
  void nothingIsDeadlockedWhileSomethingRuns() {
    assertThat(
            summary(
                inTest(
                    CROSSED_LOCKS
                        + """
                        g9 checkpoint [periodic] g7 waiting [sync.Mutex.Lock] g8 waiting [sync.Mutex.Lock] g9 running
                        """)))
        // No goroutine is proved to be stuck; but what they ask for speaks for itself.
        .containsExactly("lock-order-deadlock 6");
  }

  /** A finding is no larger for it. */
  @Test
  void thousandsThatWaitForOneLockAreCounted() {
    StringBuilder trace = new StringBuilder("g7 acquire o1 @ app.f a.go:3\n");
    for (int g = 8; g < 2_008; g++) {
      trace
          .append("g7 spawn g%d app.g a.go:4 @ app.f a.go:4\n".formatted(g))
          .append("g%d block [sync.Mutex.Lock] o1 @ app.g a.go:5\n".formatted(g));
    }
    trace.append("g7 block [sync.Mutex.Lock] o1 @ app.f a.go:6 < app.TestIt a_test.go:5\n");
    trace.append("g1 block [chan receive] @ testing.(*T).Run testing.go:9\n");
    trace.append("g0 checkpoint [deadlock] g1 waiting [chan receive] g7 waiting [sync.Mutex.Lock]");
    for (int g = 8; g < 2_008; g++) {
      trace.append(" g%d waiting [sync.Mutex.Lock]".formatted(g));
    }

    var findings = inTest(trace + "\n");

    assertThat(findings).isNotEmpty();
    assertThat(findings.getFirst().explanation().steps()).hasSizeLessThan(30);
    assertThat(steps(findings.getFirst())).anyMatch(step -> step.contains("more"));
  }

  /** One is reported as stuck, and twelve with it: no goroutine is left to count. */
  @Test
  void aCycleOfThirteenIsReportedWhole() {
    StringBuilder trace = new StringBuilder();
    StringBuilder end = new StringBuilder("g0 checkpoint [quiescence]");
    for (int g = 7; g < 20; g++) {
      if (g > 7) {
        trace.append("g7 spawn g%d app.f a.go:4 @ app.TestIt a.go:4\n".formatted(g));
      }
      trace.append("g%d acquire o%d @ app.f a.go:3\n".formatted(g, g));
      end.append(" g%d waiting [sync.Mutex.Lock]".formatted(g));
    }
    for (int g = 7; g < 20; g++) {
      int next = g == 19 ? 7 : g + 1;
      trace.append(
          "g%d block [sync.Mutex.Lock] o%d @ app.f%d a.go:%d\n".formatted(g, next, g, 10 + g));
    }

    var findings = inTest(trace + end.toString() + "\n");

    assertThat(findings).isNotEmpty();
    assertThat(findings.getFirst().explanation().participants()).hasSize(13);
    assertThat(steps(findings.getFirst())).noneMatch(step -> step.contains("more"));
  }
}
