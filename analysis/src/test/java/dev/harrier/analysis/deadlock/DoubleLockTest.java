package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.findings;
import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.proof;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Strength;
import org.junit.jupiter.api.Test;

final class DoubleLockTest {
  @Test
  void aSecondLockWinsOverTheDeadlockOfTheTestThatWaitsForIt() {
    var findings =
        inTest(
            """
            g7 make o2 @ app.TestIt a.go:3
            g7 spawn g8 app.TestIt.func1 a.go:4 @ app.TestIt a.go:4
            g7 block [chan receive] o2 @ app.TestIt a.go:9
            g8 acquire o1 @ app.TestIt.func1 a.go:5
            g8 block [sync.Mutex.Lock] o1 @ app.inner a.go:20 < app.TestIt.func1 a.go:6
            g0 checkpoint [quiescence] g7 waiting [chan receive] g8 waiting [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("double-lock 20");
    assertThat(message(findings.getFirst()))
        .isEqualTo("Lock waits for a lock that this goroutine already holds, taken at a.go:5");
    assertThat(findings.getFirst().participants()).hasSize(2);
  }

  @Test
  void aReadLockCannotBeUpgraded() {
    var findings =
        inTest(
            """
            object o1 rwmutex
            g7 acquire o1 read @ app.TestIt a.go:5
            g7 block [sync.RWMutex.Lock] o1 @ app.TestIt a.go:6
            g0 checkpoint [quiescence] g7 waiting [sync.RWMutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("double-lock 6");
    assertThat(message(findings.getFirst())).contains("can't be upgraded");
  }

  @Test
  void aSecondReadLockBehindAWaitingWriter() {
    var findings =
        inTest(
            """
            object o1 rwmutex
            g7 spawn g8 app.write a.go:3 @ app.TestIt a.go:3
            g7 acquire o1 read @ app.TestIt a.go:5
            g8 block [sync.RWMutex.Lock] o1 @ app.write a.go:16
            g7 block [sync.RWMutex.RLock] o1 @ app.TestIt a.go:6
            g0 checkpoint [quiescence] g7 waiting [sync.RWMutex.RLock] g8 waiting [sync.RWMutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("double-lock 6");
    assertThat(message(findings.getFirst())).contains("waits for a writer");
  }

  /** Two parallel tests: the writer of one waits for the reader of the other, and it for itself. */
  @Test
  void aTestThatWaitsForAnotherOnesGoroutineIsListedInItsFinding() {
    var findings = findings(TWO_TESTS.formatted("g9 acquire o1 read @ app.TestRead a.go:5"));
    assertThat(summary(findings)).containsExactly("double-lock 6");
    assertThat(findings.getFirst().participants()).hasSize(2);
  }

  @Test
  void testsThatDoNotWaitForEachOtherHaveTheirOwnFindings() {
    var findings =
        findings(
            TWO_TESTS
                .formatted("g9 acquire o2 @ app.TestRead a.go:5")
                .replace("[sync.RWMutex.RLock] o1", "[sync.Mutex.Lock] o2")
                .replace("g9 waiting [sync.RWMutex.RLock]", "g9 waiting [sync.Mutex.Lock]")
                .replace("g8 block", "g8 acquire o1 @ app.TestWrite a.go:15\ng8 block"));
    assertThat(summary(findings)).containsExactly("double-lock 16", "double-lock 6");
  }

  private static final String TWO_TESTS =
      """
      object o1 rwmutex
      g1 spawn g8 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:3
      g1 spawn g9 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:4
      g8 test-begin t1 TestWrite
      g9 test-begin t2 TestRead
      %s
      g8 block [sync.RWMutex.Lock] o1 @ app.TestWrite a.go:16
      g9 block [sync.RWMutex.RLock] o1 @ app.TestRead a.go:6
      g0 checkpoint [quiescence] g8 waiting [sync.RWMutex.Lock] g9 waiting [sync.RWMutex.RLock]
      """;

  @Test
  void aLockThatAnotherGoroutineGaveBackIsNotHeld() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 spawn g8 app.unlock a.go:3 @ app.TestIt a.go:3
                    g7 acquire o1 @ app.TestIt a.go:5
                    g8 release o1 @ app.unlock a.go:16
                    g8 acquire o1 @ app.unlock a.go:17
                    g7 make o2 @ app.TestIt a.go:18
                    g8 block [chan receive] o2 @ app.unlock a.go:19
                    g7 block [sync.Mutex.Lock] o1 @ app.TestIt a.go:6
                    g0 checkpoint [quiescence] g7 waiting [sync.Mutex.Lock] g8 waiting [chan receive]
                    """)))
        .containsExactly("global-deadlock 19");
  }

  @Test
  void atTheTimeLimitAReachableLockNeedsNoOtherProof() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 acquire o1 @ app.TestIt a.go:5
                    g7 block [sync.Mutex.Lock] o1 @ app.TestIt a.go:6
                    g0 checkpoint [timeout] g7 waiting [sync.Mutex.Lock] g9 running
                    """)))
        .containsExactly("double-lock 6");
  }

  private static final String SERVER =
      """
      g0 spawn g1 main.main m.go:1
      g1 spawn g8 app.serve a.go:1 @ main.main m.go:2
      g1 spawn g9 app.serve a.go:1 @ main.main m.go:3
      g8 acquire o1 @ app.serve a.go:3
      g8 block [sync.Mutex.Lock] o1 @ app.serve a.go:4
      g9 block [sync.Mutex.Lock] o1 @ app.serve a.go:3
      """;

  /** Another goroutine can still run: this one is stuck nevertheless, whatever it does. */
  @Test
  void aProgramThatEndsAtWork() {
    var findings =
        findings(
            SERVER
                + """
                g1 spawn g10 app.work a.go:1 @ main.main m.go:4
                g1 checkpoint [process end] g1 running g10 runnable g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
                """);
    assertThat(summary(findings)).contains("double-lock 4");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(proof(findings.getFirst())).contains("none of them can ever continue");
  }

  @Test
  void aProgramThatASignalEnded() {
    var findings =
        findings(
            SERVER
                + """
                g0 checkpoint [cut off] g1 running g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
                """);
    assertThat(summary(findings)).containsExactly("double-lock 4");
  }

  /** A panic ends the process, and has nothing to do with it. Who else waits is at work. */
  @Test
  void aProgramThatCrashes() {
    var findings =
        findings(
            SERVER
                + """
                g1 make o2 @ main.main m.go:5
                g1 spawn g10 app.wait a.go:1 @ main.main m.go:6
                g10 block [chan send] o2 @ app.wait a.go:9
                g1 panic "oh" @ main.main m.go:7
                g1 fatal "oh" @ main.main m.go:7
                g1 checkpoint [crash] g1 running g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock] g10 waiting [chan send]
                """);
    assertThat(summary(findings)).containsExactlyInAnyOrder("double-lock 4", "test-panic 7");
  }

  /** Another goroutine has unlocked it before: it may do so again. */
  @Test
  void aLockThatIsHandedOver() {
    var findings =
        findings(
            SERVER.replace(
                    "g8 acquire o1 @ app.serve a.go:3",
                    """
                    g8 acquire o1 @ app.serve a.go:2
                    g1 release o1 @ main.main m.go:4
                    g8 acquire o1 @ app.serve a.go:3\
                    """)
                + """
                g0 checkpoint [cut off] g1 running g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
                """);
    assertThat(findings).isEmpty();
  }
}
