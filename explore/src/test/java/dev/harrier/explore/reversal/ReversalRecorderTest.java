package dev.harrier.explore.reversal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class ReversalRecorderTest {
  private static List<PlanEntry.Delay> delays(String text) {
    return reversals(text, Stack::top).stream().map(Reversal::delay).toList();
  }

  private static List<Reversal> reversals(String text, Function<Stack, Site> place) {
    Trace trace = TextTrace.parse(text);
    return Recorded.of(trace, new ReversalRecorder(trace, _ -> true, place));
  }

  private static PlanEntry.Delay delay(long goroutine, long operation, long other, long until) {
    return new PlanEntry.Delay(
        new GoroutineName(goroutine), operation, new GoroutineName(other), until);
  }

  @Test
  void theSecondLockOfTwoIsHeldBackWhileTheFirstIsHeld() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
        g1 operation 2
        g2 operation 1
        g2 acquire o1 @ app.a a.go:3
        g2 operation 2
        g2 acquire o2 @ app.a a.go:4
        g2 operation 3
        g2 release o2 @ app.a a.go:5
        g2 operation 4
        g2 release o1 @ app.a a.go:6
        g3 operation 1
        g3 acquire o2 @ app.b a.go:7
        g3 operation 2
        g3 acquire o1 @ app.b a.go:8
        """;
    assertThat(delays(text)).containsExactly(delay(2, 2, 3, 1), delay(2, 0, 3, 2));
  }

  @Test
  void whoWasNotThereYetCouldNotHaveComeFirst() {
    String text =
        """
        g1 operation 1
        g1 acquire o1 @ app.main a.go:1
        g1 operation 2
        g1 release o1 @ app.main a.go:2
        g1 spawn g2 app.a a.go:3 named 2 @ app.main a.go:3
        g1 operation 3
        g2 operation 1
        g2 acquire o1 @ app.a a.go:4
        """;
    assertThat(delays(text)).isEmpty();
  }

  @Test
  void itMakesNoDifferenceWhoOfSenderAndReceiverComesFirst() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:1
        g1 operation 1
        g2 operation 1
        g2 block [chan receive] o1 @ app.a a.go:2
        g1 operation 2
        g1 send o1 unblocking @ app.main a.go:3
        g2 receive o1 blocked @ app.a a.go:2
        """;
    assertThat(delays(text)).isEmpty();
    assertThat(delays(text.replace("g1 send o1 unblocking", "g1 close o1"))).isEmpty();
  }

  @Test
  void aSelectSeesWhoHasCome() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:1
        g1 operation 1
        g2 operation 1
        g2 select receive o1 default* @ app.a a.go:2
        g1 operation 2
        g1 close o1 @ app.main a.go:3
        """;
    assertThat(delays(text)).containsExactly(delay(2, 0, 1, 2));
  }

  /** As the runtime numbers them: the wait itself, giving the lock back, taking it again. */
  @Test
  void aWaitForACondIsHeldBackBeforeTheLockIsGivenBack() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:1
        g1 operation 1
        g2 operation 1
        g2 acquire o1 @ app.a a.go:2
        g2 operation 2
        g2 operation 3
        g2 release o1 @ app.a a.go:3
        g2 block [sync.Cond.Wait] o2 @ app.a a.go:3
        g1 operation 2
        g1 signal o2 @ app.main a.go:4
        g2 wait o2 blocked @ app.a a.go:3
        """;
    assertThat(delays(text)).containsExactly(delay(2, 2, 1, 2));
    assertThat(reversals(text, Stack::top)).extracting(Reversal::promise).containsExactly(3);
  }

  /** Who only waits until a channel is closed takes nothing from others that do the same. */
  @Test
  void receivesMatterToEachOtherOnceSomebodySends() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
        g1 operation 2
        g2 operation 1
        g2 block [chan receive] o1 @ app.a a.go:3
        g3 operation 1
        g3 block [chan receive] o1 @ app.b a.go:4
        g1 operation 3
        g1 close o1 @ app.main a.go:22
        """;
    assertThat(delays(text)).isEmpty();
    assertThat(delays(text.replace("g1 close o1", "g1 send o1 unblocking")))
        .containsExactly(delay(2, 0, 3, 1));
  }

  @Test
  void whoServesOneSelectIsTheRivalOfWhoServesItsOtherCase() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
        g1 operation 2
        g1 spawn g4 app.c a.go:2 named 4 @ app.main a.go:22
        g1 operation 3
        g2 operation 1
        g2 block [select] receive o1 receive o2 @ app.a a.go:3
        g3 operation 1
        g3 send o1 unblocking @ app.b a.go:4
        g4 operation 1
        g4 close o2 @ app.c a.go:5
        """;
    assertThat(delays(text)).contains(delay(3, 0, 4, 1));
    String apart = text.replace("receive o1 receive o2", "receive o1");
    assertThat(delays(apart)).doesNotContain(delay(3, 0, 4, 1));
  }

  @Test
  void whoHoldsALockMakesOthersWaitForHim() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
        g1 operation 2
        g2 operation 1
        g2 acquire o1 @ app.a a.go:3
        g2 operation 2
        g2 acquire o2 @ app.a a.go:4
        g3 operation 1
        g3 acquire o2 @ app.b a.go:7
        """;
    assertThat(reversals(text, Stack::top)).extracting(Reversal::promise).containsExactly(2);
    String alone = text.replace("g2 acquire o1", "g2 release o3");
    assertThat(reversals(alone, Stack::top)).extracting(Reversal::promise).containsExactly(1);
  }

  /** Who blocks stands in the runtime, and at the same place of the program as who does not. */
  @Test
  void aConflictIsBetweenPlacesOfTheProgram() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
        g1 operation 2
        g2 operation 1
        g2 send o1 blocked @ app.a a.go:3
        g3 operation 1
        g3 close o1 @ app.b a.go:4
        """;
    String blocks =
        text.replace(
            "g2 send o1 blocked @ app.a a.go:3",
            "g2 block [chan send] o1 @ runtime.gopark proc.go:1 < app.a a.go:3");
    assertThat(reversals(blocks, stack -> stack.frames().getLast()))
        .extracting(Reversal::conflict)
        .containsExactlyElementsOf(
            reversals(text, Stack::top).stream().map(Reversal::conflict).toList());
  }

  @Test
  void aStoreThatALoadCouldHaveSeenIsHeldBack() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g2 operation 1 load 7 @ app.a a.go:3
        g2 operation 2 store 7 @ app.a a.go:4
        g1 operation 2 load 7 @ app.main a.go:21
        """;
    assertThat(delays(text)).containsExactly(delay(2, 2, 1, 2));
    assertThat(delays(text.replace("store 7", "store 8"))).isEmpty();
  }

  /** An attempt at a lock that failed leaves no event but this. */
  @Test
  void whatLeavesNoEventIsCountedAllTheSame() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g2 operation 1
        g2 operation 2
        g2 close o1 @ app.a a.go:4
        g1 operation 2
        g1 select receive o1* default closed @ app.main a.go:21
        """;
    assertThat(delays(text)).containsExactly(delay(2, 2, 1, 2));
  }

  /** Who takes the one lock first, of two that do the same. */
  @Test
  void goroutinesThatMeetAtOnePlaceCanComeTheOtherWayRound() {
    String born =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 spawn g3 app.a a.go:1 named 3 @ app.main a.go:20
        g1 operation 2
        """;
    String first =
        """
        g2 operation 1
        g2 acquire o1 @ app.a a.go:3
        g2 operation 2
        g2 release o1 @ app.a a.go:4
        """;
    String second = first.replace("g2", "g3");
    Conflict usual = conflict(born + first + second);
    assertThat(usual.reversed()).isNotEqualTo(usual);
    assertThat(conflict(born + second + first)).isEqualTo(usual.reversed());
    assertThat(usual.reversed().reversed()).isEqualTo(usual);
  }

  private static Conflict conflict(String text) {
    return reversals(text, Stack::top).getFirst().conflict();
  }
}
