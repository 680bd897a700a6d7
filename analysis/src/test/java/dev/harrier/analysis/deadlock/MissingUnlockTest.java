package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.words.Parts;
import org.junit.jupiter.api.Test;

final class MissingUnlockTest {
  @Test
  void theFindingPointsAtTheLockThatIsNeverGivenBack() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
            g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
            g8 acquire o1 @ app.a a.go:13
            g8 exit
            g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("missing-unlock 13");
    assertThat(message(findings.getFirst()))
        .isEqualTo("the lock taken here is never unlocked, and a.go:23 waits for it");
    assertThat(findings.getFirst().participants())
        .extracting(Parts::of)
        .containsExactly("stuck, blocked in sync.Mutex.Lock", "held the lock when it exited");
  }

  /** The second waiter stands where the holder of the first lock took it. */
  @Test
  void aGoroutineThatIsStuckWhereAnotherOnceLockedIsReportedToo() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
            g7 spawn g9 app.b a.go:3 @ app.TestIt a.go:3
            g8 acquire o1 @ app.a a.go:13
            g8 exit
            g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g7 spawn g10 app.a a.go:3 @ app.TestIt a.go:3
            g7 spawn g11 app.a a.go:3 @ app.TestIt a.go:3
            g10 acquire o2 @ app.a a.go:13
            g10 exit
            g11 block [sync.Mutex.Lock] o2 @ app.a a.go:13
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock] g11 leaked [sync.Mutex.Lock]
            """);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().participants())
        .filteredOn(g -> g.part() == Participant.Part.STUCK)
        .extracting(g -> g.stack().top().line())
        .containsExactlyInAnyOrder(23, 13);
  }

  /** Two do nothing else, the third took a lock before: one finding, which all of them show. */
  @Test
  void goroutinesThatOnlyWaitAreCounted() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
            g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
            g7 spawn g10 app.b a.go:4 @ app.TestIt a.go:4
            g7 spawn g11 app.b a.go:4 @ app.TestIt a.go:4
            g8 acquire o1 @ app.a a.go:13
            g8 exit
            g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g10 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g11 acquire o2 @ app.b a.go:21
            g11 release o2 @ app.b a.go:22
            g11 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock] g10 leaked [sync.Mutex.Lock] g11 leaked [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("missing-unlock 13");
    assertThat(findings.getFirst().sightings().count()).isEqualTo(3);
  }

  /** Where they wait for different locks, each lock has its finding. */
  @Test
  void goroutinesThatOnlyWaitForDifferentLocks() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
                    g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
                    g7 spawn g10 app.b a.go:4 @ app.TestIt a.go:4
                    g8 acquire o1 @ app.a a.go:13
                    g8 acquire o2 @ app.a a.go:14
                    g8 exit
                    g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
                    g10 block [sync.Mutex.Lock] o2 @ app.b a.go:23
                    g7 test-end t1 passed
                    g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock] g10 leaked [sync.Mutex.Lock]
                    """)))
        .containsExactly("missing-unlock 13", "missing-unlock 14");
  }

  /** The runtime starts it, as for {@code time.AfterFunc}: it has no creator and is not main. */
  @Test
  void aWaiterThatATimerStarted() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
                    g8 acquire o1 @ app.a a.go:13
                    g8 exit
                    g0 spawn g9 app.b a.go:20
                    g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
                    g7 test-end t1 passed
                    g7 checkpoint [process end] g7 running g9 leaked [sync.Mutex.Lock]
                    """)))
        .containsExactly("missing-unlock 13");
  }

  @Test
  void aTestThatEndsWithTheLockHeld() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
                    g7 acquire o1 @ app.TestIt a.go:5
                    g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
                    g7 test-end t1 passed
                    g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock]
                    """)))
        .containsExactly("missing-unlock 5");
  }

  @Test
  void aReadLockKeepsWritersOutButNotReaders() {
    assertThat(
            summary(
                inTest(
                    """
                    object o1 rwmutex
                    g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
                    g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
                    g7 spawn g10 app.c a.go:5 @ app.TestIt a.go:5
                    g8 acquire o1 read @ app.a a.go:13
                    g8 exit
                    g9 block [sync.RWMutex.Lock] o1 @ app.b a.go:23
                    g10 block [sync.RWMutex.RLock] o1 @ app.c a.go:33
                    g7 test-end t1 passed
                    g7 checkpoint [test end] t1 g7 running g9 leaked [sync.RWMutex.Lock] g10 leaked [sync.RWMutex.RLock]
                    """)))
        .containsExactly("missing-unlock 13");
  }

  @Test
  void aHolderThatStillRunsMayYetUnlock() {
    assertThat(
            inTest(
                """
                g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
                g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
                g8 acquire o1 @ app.a a.go:13
                g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 running g9 waiting [sync.Mutex.Lock]
                """))
        .isEmpty();
  }

  private static final String DROPPED =
      """
      g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
      g8 acquire o1 @ app.a %s:13
      g8 exit
      g7 test-end t1 passed
      g0 collected o1
      """;

  @Test
  void aLockThatIsGarbageWhileItIsHeldIsSuspicious() {
    var findings = inTest(DROPPED.formatted("a.go"));
    assertThat(summary(findings)).containsExactly("missing-unlock 13");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(findings.getFirst().test()).isEqualTo("TestIt");
    assertThat(message(findings.getFirst())).isEqualTo("the lock taken here is never unlocked");
  }

  @Test
  void whatATestItselfHoldsIsHarmless() {
    assertThat(inTest(DROPPED.formatted("a_test.go"))).isEmpty();
  }

  @Test
  void aReadLockThatIsGarbageAndOneOfTwoGivenBack() {
    var findings =
        inTest(
            """
            object o1 rwmutex
            g7 acquire o1 read @ app.a a.go:13
            g7 acquire o1 read @ app.b a.go:23
            g7 release o1 read @ app.b a.go:24
            g0 collected o1
            """);
    assertThat(summary(findings)).containsExactly("missing-unlock 13");
    assertThat(message(findings.getFirst()))
        .isEqualTo("the read lock taken here is never unlocked");
  }

  /** Of two findings at one place the one that is proved is reported. */
  @Test
  void aWaiterElsewhereProvesIt() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:3 @ app.TestIt a.go:3
            g7 spawn g9 app.b a.go:4 @ app.TestIt a.go:4
            g7 spawn g10 app.a a.go:3 @ app.TestIt a.go:3
            g10 acquire o2 @ app.a a.go:13
            g10 exit
            g0 collected o2
            g8 acquire o1 @ app.a a.go:13
            g8 exit
            g9 block [sync.Mutex.Lock] o1 @ app.b a.go:23
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("missing-unlock 13");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
  }
}
