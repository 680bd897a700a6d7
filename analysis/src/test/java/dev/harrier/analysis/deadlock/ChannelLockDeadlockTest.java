package dev.harrier.analysis.deadlock;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChannelLockDeadlockTest {
  /** o1 is the lock; o2 the channel, made where all can know it. */
  private static final String BEGIN =
      """
      g7 make o2 @ app.TestIt a.go:1
      g7 spawn g8 app.a a.go:2 @ app.TestIt a.go:2
      g7 spawn g9 app.b a.go:3 @ app.TestIt a.go:3
      """;

  private static final String LOCKS_BRIEFLY =
      "g8 acquire o1 @ app.a a.go:10\ng8 release o1 @ app.a a.go:11\n";

  private static List<String> rules(String trace) {
    return summary(inTest(trace));
  }

  @Test
  void aReceiveForWhoNeedsTheLock() {
    List<Finding> findings =
        inTest(
            BEGIN
                + LOCKS_BRIEFLY
                + """
                g9 acquire o1 @ app.b a.go:20
                g9 receive o2 closed @ app.b a.go:21
                g9 release o1 @ app.b a.go:22
                """
                    .replace("g9 receive", "g8 close o2 @ app.a a.go:12\ng9 receive"));
    assertThat(summary(findings)).containsExactly("channel-lock-deadlock 21");
    Finding finding = findings.getFirst();
    assertThat(finding.strength()).isEqualTo(Strength.PREDICTED);
    assertThat(steps(finding))
        .contains(
            "goroutine 9 locked mutex o1 at a.go:20",
            "goroutine 9 would block at a.go:21 receiving from channel o2, for what goroutine 8 does at a.go:12",
            "goroutine 8 would block at a.go:10 locking mutex o1, which goroutine 9 holds since a.go:20");
  }

  /** Predictions are made when all tests are over, and the goroutines of most have exited. */
  @Test
  void theGoroutineOfATestIsChargedToThatTest() {
    List<Finding> findings =
        inTest(
            BEGIN
                + LOCKS_BRIEFLY
                + """
                g7 acquire o1 @ app.TestIt a.go:20
                g8 close o2 @ app.a a.go:12
                g7 receive o2 closed @ app.TestIt a.go:21
                g7 release o1 @ app.TestIt a.go:22
                g7 test-end t1 passed
                g7 exit
                """);
    assertThat(summary(findings)).containsExactly("channel-lock-deadlock 21");
    assertThat(findings.getFirst().test()).isEqualTo("TestIt");
  }

  /** What another goroutine does to another channel of that kind, it may also do to this one. */
  @Test
  void aChannelWhoseLikeAreClosedByOthers() {
    String closed =
        BEGIN
            + LOCKS_BRIEFLY
            + """
            g9 acquire o1 @ app.b a.go:20
            g8 close o2 @ app.a a.go:12
            g9 receive o2 closed @ app.b a.go:21
            g9 release o1 @ app.b a.go:22
            g7 make o3 @ app.TestIt a.go:1
            """;
    String bySomebodyElse =
        """
        g7 spawn g10 app.c a.go:4 @ app.TestIt a.go:4
        g10 close o3 @ app.a a.go:12
        """;
    String byOneOfItsKind =
        """
        g7 spawn g10 app.a a.go:2 @ app.TestIt a.go:2
        g10 close o3 @ app.a a.go:12
        """;
    assertThat(rules(closed + bySomebodyElse)).isEmpty();
    assertThat(rules(closed + "g8 close o3 @ app.a a.go:13\n")).isEmpty();
    assertThat(rules(closed + byOneOfItsKind)).containsExactly("channel-lock-deadlock 21");
  }

  /** The first in app.end closes, the others wait for it. */
  @Test
  void aLockThatTheFirstTookBeforeItWasFirstIsFine() {
    String elsewhere = LOCKS_BRIEFLY.replace("app.a", "app.count");
    assertThat(rules(BEGIN + elsewhere + closedByTheFirst())).isEmpty();
    String unknown = elsewhere.replaceAll("(a.go:1.)", "$1 ...");
    assertThat(rules(BEGIN + unknown + closedByTheFirst()))
        .containsExactly("channel-lock-deadlock 31");
    String later = "g8 make o3 @ app.a a.go:12\n";
    assertThat(rules(BEGIN + unknown + later + closedByTheFirst())).isEmpty();
    String byTheCaller = LOCKS_BRIEFLY.replaceAll("(a.go:1.)", "$1 ...");
    assertThat(rules(BEGIN + byTheCaller + closedByTheFirst())).isEmpty();
  }

  @Test
  void aLockThatTheFirstTakesAfterwardsIsNot() {
    String inside =
        LOCKS_BRIEFLY.replaceAll(
            "@ app.a a.go:1.", "@ app.count a.go:32 < app.end a.go:30 < app.a a.go:12");
    assertThat(rules(BEGIN + inside + closedByTheFirst()))
        .containsExactly("channel-lock-deadlock 31");
  }

  private static String closedByTheFirst() {
    return """
    g8 close o2 @ app.end a.go:33 < app.a a.go:12
    g9 acquire o1 @ app.b a.go:20
    g9 receive o2 closed @ runtime.chanrecv1 chan.go:509 < app.end a.go:31 < app.b a.go:21
    g9 release o1 @ app.b a.go:22
    """;
  }

  /** It receives only where the context has ended already. */
  @Test
  void askingAContextForItsErrorIsNoWait() {
    assertThat(
            rules(
                BEGIN
                    + LOCKS_BRIEFLY
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g8 close o2 @ context.(*cancelCtx).cancel context.go:500
                    g9 receive o2 closed @ context.(*cancelCtx).Err context.go:467
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  @Test
  void aSendToWhoNeedsTheLock() {
    assertThat(
            rules(
                BEGIN
                    + LOCKS_BRIEFLY
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g8 block [chan receive] o2 @ app.a a.go:12
                    g9 send o2 unblocking @ app.b a.go:21
                    g8 receive o2 blocked @ app.a a.go:12
                    g9 release o1 @ app.b a.go:22
                    """))
        .containsExactly("channel-lock-deadlock 21");
  }

  /** Two values fit; the third send waits for the first receive. */
  private static final String FILLS =
      """
      object o2 channel capacity 2
      %sg9 send o2 @ app.b a.go:18
      g9 send o2 @ app.b a.go:19
      """
          .formatted(BEGIN);

  @Test
  void aSendOnAFullBufferToWhoNeedsTheLock() {
    assertThat(
            rules(
                FILLS
                    + LOCKS_BRIEFLY
                    + """
                    g8 receive o2 @ app.a a.go:12
                    g9 acquire o1 @ app.b a.go:20
                    g9 send o2 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .containsExactly("channel-lock-deadlock 21");
  }

  @Test
  void aBufferWithRoomIsNoWait() {
    assertThat(
            rules(
                FILLS.replace("capacity 2", "capacity 3")
                    + LOCKS_BRIEFLY
                    + """
                    g8 receive o2 @ app.a a.go:12
                    g9 acquire o1 @ app.b a.go:20
                    g9 send o2 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  @Test
  void aSendThatAnEarlierOneCameBeforeIsFine() {
    assertThat(
            rules(
                FILLS
                    + LOCKS_BRIEFLY
                    + """
                    g8 receive o2 @ app.a a.go:12
                    g9 send o2 @ app.b a.go:19
                    g8 receive o2 @ app.a a.go:12
                    g9 acquire o1 @ app.b a.go:20
                    g9 send o2 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  @Test
  void aWaitForAWorkerThatNeedsTheLock() {
    assertThat(
            rules(
                "object o3 waitgroup\n"
                    + BEGIN
                    + LOCKS_BRIEFLY
                    + """
                    g8 add o3 -1 @ app.a a.go:12
                    g9 acquire o1 @ app.b a.go:20
                    g9 wait o3 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .containsExactly("channel-lock-deadlock 21");
  }

  /** Without the lock it would not have added what it is done with. */
  @Test
  void aWaitForWhatIsAddedUnderTheLockIsFine() {
    assertThat(
            rules(
                "object o3 waitgroup\n"
                    + BEGIN
                    + """
                    g8 acquire o1 @ app.a a.go:10
                    g8 add o3 1 @ app.a a.go:10
                    g8 release o1 @ app.a a.go:11
                    g8 add o3 -1 @ app.a a.go:12
                    g9 acquire o1 @ app.b a.go:20
                    g9 wait o3 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  /** The first of two that run the same code is done, and both wait. */
  @Test
  void aWaitForTheFirstInTheSameCodeIsFine() {
    assertThat(
            rules(
                "object o3 waitgroup\n"
                    + BEGIN
                    + """
                    g8 acquire o1 @ app.close a.go:10
                    g8 add o3 -1 @ app.close a.go:11
                    g8 wait o3 @ app.close a.go:12
                    g8 release o1 @ app.close a.go:13
                    g9 acquire o1 @ app.close a.go:10
                    g9 wait o3 @ app.close a.go:12
                    g9 release o1 @ app.close a.go:13
                    """))
        .isEmpty();
  }

  /** The one that waits only in other code would not be done in the place of the other. */
  @Test
  void aWaitForOneThatWaitsElsewhereIsNot() {
    assertThat(
            rules(
                "object o3 waitgroup\n"
                    + BEGIN
                    + """
                    g8 acquire o1 @ app.end a.go:10
                    g8 add o3 -1 @ app.end a.go:11
                    g8 wait o3 @ app.end a.go:12
                    g8 release o1 @ app.end a.go:13
                    g9 acquire o1 @ app.b a.go:20
                    g9 wait o3 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .containsExactly("channel-lock-deadlock 21");
  }

  @Test
  void aPartnerThatNeverTakesTheLockIsFine() {
    assertThat(
            rules(
                BEGIN
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g8 send o2 unblocking @ app.a a.go:12
                    g9 receive o2 blocked @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  @Test
  void aSecondSenderMayHelpOut() {
    assertThat(
            rules(
                BEGIN
                    + LOCKS_BRIEFLY
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g8 send o2 unblocking @ app.a a.go:12
                    g9 receive o2 blocked @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    g7 send o2 @ app.TestIt a.go:30
                    """))
        .isEmpty();
  }

  /** The lock was taken before the message that lets the waiter begin. */
  @Test
  void whatIsOrderedIsFine() {
    assertThat(
            rules(
                BEGIN
                    + LOCKS_BRIEFLY
                    + """
                    g8 send o5 @ app.a a.go:12
                    g9 receive o5 @ app.b a.go:19
                    g9 acquire o1 @ app.b a.go:20
                    g8 close o2 @ app.a a.go:13
                    g9 receive o2 closed @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  /** The waiting goroutine learned of the channel under the lock: their order is fixed. */
  @Test
  void aChannelThatIsKnownByTheLockAloneIsFine() {
    assertThat(
            rules(
                """
                g7 spawn g8 app.a a.go:2 @ app.TestIt a.go:2
                g7 spawn g9 app.b a.go:3 @ app.TestIt a.go:3
                g8 make o2 @ app.a a.go:9
                """
                    + LOCKS_BRIEFLY
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g8 close o2 @ app.a a.go:12
                    g9 receive o2 closed @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    """))
        .isEmpty();
  }

  @Test
  void aSendIntoTheBufferDoesNotWait() {
    assertThat(
            rules(
                BEGIN.replace("make o2", "make o2 capacity 3")
                    + LOCKS_BRIEFLY
                    + """
                    g9 acquire o1 @ app.b a.go:20
                    g9 send o2 @ app.b a.go:21
                    g9 release o1 @ app.b a.go:22
                    g8 receive o2 @ app.a a.go:12
                    """))
        .isEmpty();
  }
}
