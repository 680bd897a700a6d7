package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LockOrderDeadlockTest {
  private static final String TWO =
      """
      g7 spawn g8 app.a a.go:1 @ app.TestIt a.go:1
      g7 spawn g9 app.b a.go:2 @ app.TestIt a.go:2
      """;

  /** One goroutine takes o1, then o2, and gives both back. */
  private static String nested(String goroutine, String outer, String inner, int line) {
    return """
    %1$s acquire %2$s @ app.f a.go:%4$d
    %1$s acquire %3$s @ app.f a.go:%5$d
    %1$s release %3$s @ app.f a.go:99
    %1$s release %2$s @ app.f a.go:99
    """
        .formatted(goroutine, outer, inner, line, line + 1);
  }

  private static List<String> rules(String trace) {
    return summary(inTest(trace));
  }

  @Test
  void twoOrdersOfTwoLocks() {
    List<Finding> findings =
        inTest(TWO + nested("g8", "o1", "o2", 10) + nested("g9", "o2", "o1", 20));
    assertThat(summary(findings)).containsExactly("lock-order-deadlock 11");
    Finding finding = findings.getFirst();
    assertThat(finding.strength()).isEqualTo(Strength.PREDICTED);
    assertThat(message(finding)).contains("at a.go:21 in the opposite order");
    assertThat(finding.participants()).hasSize(2);
    assertThat(steps(finding))
        .containsExactly(
            "goroutine 7 created goroutine 8 at a.go:1",
            "goroutine 8 locked mutex o1 at a.go:10",
            "goroutine 8 would block at a.go:11 locking mutex o2, which goroutine 9 holds since a.go:20",
            "goroutine 7 created goroutine 9 at a.go:2",
            "goroutine 9 locked mutex o2 at a.go:20",
            "goroutine 9 would block at a.go:21 locking mutex o1, which goroutine 8 holds since a.go:10");
  }

  /** What keeps them apart there is a counter, which no trace shows; and who could fix it? */
  @Test
  void locksOfTheStandardLibraryAreItsOwnAffair() {
    String both = nested("g8", "o1", "o2", 10) + nested("g9", "o2", "o1", 20);
    assertThat(rules(TWO + both.replace("app.f a.go", "syscall.f exec.go"))).isEmpty();
    assertThat(rules(TWO + both.replace("app.f a.go:11", "syscall.f exec.go:11")))
        .containsExactly("lock-order-deadlock 21");
  }

  /** What the test did before it set a timer came before all that the timer does. */
  @Test
  void aTimerComesAfterItsSetting() {
    String ab = nested("g7", "o1", "o2", 10);
    String ba = nested("g8", "o2", "o1", 20);
    String set = "g7 timer-set o9 @ app.TestIt a.go:15\n";
    String starts = "g0 timer\ng0 spawn g8 app.TestIt.func1 a.go:19 timer o9\n";
    assertThat(rules("object o9 timer\n" + ab + set + starts + ba)).isEmpty();
    assertThat(rules("object o9 timer\n" + set + starts + ab + ba))
        .containsExactly("lock-order-deadlock 11");
  }

  /** Likewise who receives from a timer's channel. */
  @Test
  void whatATimerSendsComesAfterItsSetting() {
    String spawn = "g1 spawn g8 app.b a.go:2 @ app.main a.go:2\n";
    String ab = nested("g7", "o1", "o2", 10);
    String ba = nested("g8", "o2", "o1", 20);
    String make = "g7 make o9 capacity 1 @ app.TestIt a.go:3\n";
    String set = "g7 timer-set o9 @ app.TestIt a.go:15\n";
    String receive =
        """
        g8 block [chan receive] o9 @ app.b a.go:17
        g0 select send o9* default unblocking
        g8 receive o9 blocked @ app.b a.go:17
        """;
    assertThat(rules(spawn + make + ab + set + receive + ba)).isEmpty();
    assertThat(rules(spawn + make + set + receive + ab + ba))
        .containsExactly("lock-order-deadlock 11");
  }

  private static String permitted(String goroutine, String nested) {
    return "%1$s send o5 @ app.f a.go:30%n%2$s%1$s receive o5 @ app.f a.go:31%n"
        .formatted(goroutine, nested);
  }

  /** The k-th receive comes before the send with number k + capacity is over. */
  @Test
  void aChannelWithRoomForOneIsALock() {
    String ab = permitted("g8", nested("g8", "o1", "o2", 10));
    String ba = permitted("g9", nested("g9", "o2", "o1", 20));
    String make = "g7 make o5 capacity %d @ app.TestIt a.go:3\n";
    assertThat(rules(TWO + make.formatted(1) + ab + ba)).isEmpty();
    assertThat(rules(TWO + make.formatted(2) + ab + ba)).containsExactly("lock-order-deadlock 11");
  }

  /** The release of o1 is lost: g8 does not ask for o2 under it. */
  @Test
  void whatWasHeldBeforeEventsWereLostMayBeFree() {
    String held = "g8 acquire o1 @ app.f a.go:10\n";
    String later = "g8 acquire o2 @ app.f a.go:12\ng8 release o2 @ app.f a.go:13\n";
    String ba = nested("g9", "o2", "o1", 20);
    assertThat(rules(TWO + held + later + "g8 release o1 @ app.f a.go:14\n" + ba))
        .containsExactly("lock-order-deadlock 12");
    assertThat(rules(TWO + held + "g0 lost 1\n" + later + ba)).isEmpty();
  }

  /** What was lost may have ordered the two. */
  @Test
  void whatCameBeforeLostEventsCameBeforeAllAfter() {
    String ab = nested("g8", "o1", "o2", 10);
    String ba = nested("g9", "o2", "o1", 20);
    assertThat(rules(TWO + ab + "g0 lost 1\n" + ba)).isEmpty();
    assertThat(rules(TWO + "g0 lost 1\n" + ab + ba)).containsExactly("lock-order-deadlock 11");
  }

  @Test
  void aRingOfFive() {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      trace.append("g7 spawn g%d app.a a.go:1 @ app.TestIt a.go:1%n".formatted(10 + i));
    }
    for (int i = 0; i < 5; i++) {
      trace.append(nested("g" + (10 + i), "o" + (1 + i), "o" + (1 + (i + 1) % 5), 20 + 10 * i));
    }
    List<Finding> findings = inTest(trace.toString());
    assertThat(summary(findings)).containsExactly("lock-order-deadlock 21");
    assertThat(message(findings.getFirst())).startsWith("5 goroutines");
    assertThat(findings.getFirst().participants()).hasSize(5);
  }

  @Test
  void theSameOrderIsFine() {
    assertThat(rules(TWO + nested("g8", "o1", "o2", 10) + nested("g9", "o1", "o2", 20))).isEmpty();
  }

  @Test
  void oneGoroutineAloneIsFine() {
    assertThat(rules(TWO + nested("g8", "o1", "o2", 10) + nested("g8", "o2", "o1", 20))).isEmpty();
  }

  @Test
  void aGateKeepsThemApart() {
    assertThat(
            rules(
                TWO
                    + "g8 acquire o3 @ app.f a.go:5\n"
                    + nested("g8", "o1", "o2", 10)
                    + "g8 release o3 @ app.f a.go:6\ng9 acquire o3 @ app.f a.go:5\n"
                    + nested("g9", "o2", "o1", 20)
                    + "g9 release o3 @ app.f a.go:6\n"))
        .isEmpty();
  }

  @Test
  void aGateThatIsOnlyReadIsNone() {
    assertThat(
            rules(
                "object o3 rwmutex\n"
                    + TWO
                    + "g8 acquire o3 read @ app.f a.go:5\n"
                    + nested("g8", "o1", "o2", 10)
                    + "g8 release o3 read @ app.f a.go:6\ng9 acquire o3 read @ app.f a.go:5\n"
                    + nested("g9", "o2", "o1", 20)
                    + "g9 release o3 read @ app.f a.go:6\n"))
        .containsExactly("lock-order-deadlock 11");
  }

  @Test
  void whatAGoStatementOrdersIsFine() {
    assertThat(
            rules(
                nested("g7", "o1", "o2", 10)
                    + "g7 spawn g8 app.a a.go:1 @ app.TestIt a.go:1\n"
                    + nested("g8", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void whatAChannelOrdersIsFine() {
    assertThat(
            rules(
                TWO
                    + nested("g8", "o1", "o2", 10)
                    + "g8 send o5 @ app.f a.go:30\ng9 receive o5 @ app.f a.go:31\n"
                    + nested("g9", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void whatAWaitGroupOrdersIsFine() {
    assertThat(
            rules(
                TWO
                    + "object o5 waitgroup\ng7 add o5 1 @ app.f a.go:3\n"
                    + nested("g8", "o1", "o2", 10)
                    + "g8 add o5 -1 @ app.f a.go:30\ng9 wait o5 @ app.f a.go:31\n"
                    + nested("g9", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void readersDoNotExcludeReaders() {
    String read =
        """
        object o1 rwmutex
        object o2 rwmutex
        g8 acquire o1 read @ app.f a.go:10
        g8 acquire o2 read @ app.f a.go:11
        g8 release o2 read @ app.f a.go:12
        g8 release o1 read @ app.f a.go:13
        g9 acquire o2 read @ app.f a.go:20
        g9 acquire o1 read @ app.f a.go:21
        g9 release o1 read @ app.f a.go:22
        g9 release o2 read @ app.f a.go:23
        """;
    assertThat(rules(TWO + read)).isEmpty();
    String writers =
        """
        g7 acquire o1 @ app.w a.go:40
        g7 release o1 @ app.w a.go:41
        g7 acquire o2 @ app.w a.go:42
        g7 release o2 @ app.w a.go:43
        """;
    // One writer can wait for one of them only; the other reader continues and lets it in.
    assertThat(rules(TWO + read + writers)).isEmpty();
  }

  @Test
  void readersDoWhereWritersWaitInBetween() {
    String trace =
        """
        object o1 rwmutex
        object o2 rwmutex
        g7 spawn g8 app.a a.go:1 @ app.TestIt a.go:1
        g7 spawn g9 app.b a.go:2 @ app.TestIt a.go:2
        g7 spawn g10 app.c a.go:3 @ app.TestIt a.go:3
        g7 spawn g11 app.d a.go:4 @ app.TestIt a.go:4
        g8 acquire o1 read @ app.f a.go:10
        g8 acquire o2 read @ app.f a.go:11
        g8 release o2 read @ app.f a.go:12
        g8 release o1 read @ app.f a.go:13
        g9 acquire o2 read @ app.f a.go:20
        g9 acquire o1 read @ app.f a.go:21
        g9 release o1 read @ app.f a.go:22
        g9 release o2 read @ app.f a.go:23
        g10 acquire o1 @ app.w a.go:40
        g10 release o1 @ app.w a.go:41
        g11 acquire o2 @ app.w a.go:42
        g11 release o2 @ app.w a.go:43
        """;
    assertThat(rules(trace)).containsExactly("lock-order-deadlock 11");
  }

  @Test
  void aReadLockTakenTwiceWaitsForAWriterInBetween() {
    String twice =
        """
        object o1 rwmutex
        g8 acquire o1 read @ app.f a.go:10
        g8 acquire o1 read @ app.g a.go:11
        g8 release o1 read @ app.g a.go:12
        g8 release o1 read @ app.f a.go:13
        """;
    assertThat(rules(TWO + twice)).isEmpty();
    String writer = "g9 acquire o1 @ app.w a.go:40\ng9 release o1 @ app.w a.go:41\n";
    List<Finding> findings = inTest(TWO + twice + writer);
    assertThat(summary(findings)).containsExactly("lock-order-deadlock 11");
    assertThat(message(findings.getFirst())).contains("taken again while it is held: a writer");
  }

  /** The lock of a new object, taken under the lock through which others will find the object. */
  @Test
  void whatWasNotPublishedYetIsFine() {
    assertThat(
            rules(
                TWO
                    + nested("g8", "o1", "o2", 10)
                    + "g9 acquire o1 @ app.find a.go:30\ng9 release o1 @ app.find a.go:31\n"
                    + nested("g9", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void aLockThatIsPassedOnIsAMessage() {
    assertThat(
            rules(
                TWO
                    + "g7 acquire o1 @ app.f a.go:5\ng8 release o1 @ app.f a.go:6\n"
                    + nested("g8", "o1", "o2", 10)
                    + nested("g9", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void aTryNeverWaits() {
    assertThat(
            rules(
                TWO
                    + "g8 acquire o1 @ app.f a.go:10\n"
                    + "g8 acquire o2 @ sync.(*Mutex).TryLock mutex.go:9 < app.f a.go:11\n"
                    + "g8 release o2 @ app.f a.go:12\ng8 release o1 @ app.f a.go:13\n"
                    + nested("g9", "o2", "o1", 20)))
        .isEmpty();
  }

  @Test
  void whatHappenedIsNotPredictedToo() {
    assertThat(
            rules(
                TWO
                    + """
                    g8 acquire o1 @ app.f a.go:10
                    g9 acquire o2 @ app.g a.go:20
                    g8 block [sync.Mutex.Lock] o2 @ app.f a.go:11
                    g9 block [sync.Mutex.Lock] o1 @ app.g a.go:21
                    g7 block [chan receive] o5 @ app.TestIt a.go:30
                    g0 checkpoint [quiescence] g7 waiting [chan receive] g8 waiting [sync.Mutex.Lock] g9 waiting [sync.Mutex.Lock]
                    """))
        .doesNotContain("lock-order-deadlock 11");
  }

  /** A trace that was cut off while it hung says so much at least. */
  @Test
  void aRequestThatNeverEndedCounts() {
    assertThat(
            rules(
                TWO
                    + """
                    g8 acquire o1 @ app.f a.go:10
                    g9 acquire o2 @ app.g a.go:20
                    g8 block [sync.Mutex.Lock] o2 @ app.f a.go:11
                    g9 block [sync.Mutex.Lock] o1 @ app.g a.go:21
                    """))
        .containsExactly("lock-order-deadlock 11");
  }

  /** As syscall.acquireForkLock and releaseForkLock have it, where counting keeps them apart. */
  @Test
  void theLibrarysOwnLocksAreItsOwnAffair() {
    String trace =
        TWO
            + """
            g8 acquire o9 @ app.f a.go:9
            g8 acquire o1 @ syscall.acquireForkLock fork.go:10 < app.f a.go:10
            g8 acquire o2 @ syscall.acquireForkLock fork.go:11 < app.f a.go:10
            g8 release o1 @ syscall.acquireForkLock fork.go:12 < app.f a.go:10
            g8 acquire o1 @ syscall.releaseForkLock fork.go:13 < app.f a.go:11
            g8 release o2 @ syscall.releaseForkLock fork.go:14 < app.f a.go:11
            g8 release o1 @ syscall.releaseForkLock fork.go:15 < app.f a.go:11
            g9 acquire o1 @ syscall.acquireForkLock fork.go:10 < app.g a.go:20
            g9 acquire o2 @ syscall.acquireForkLock fork.go:11 < app.g a.go:20
            g9 release o1 @ syscall.acquireForkLock fork.go:12 < app.g a.go:20
            g9 acquire o1 @ syscall.releaseForkLock fork.go:13 < app.g a.go:21
            """;
    assertThat(rules(trace)).isEmpty();
    assertThat(rules(trace.replace("syscall.", "app."))).isNotEmpty();
  }
}
