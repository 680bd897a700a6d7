package dev.harrier.tracing.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.text.TextTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each invariant: a trace that breaks it, and its like that does not. */
final class TraceValidatorTest {
  private static List<Violation> validate(String text) {
    return TraceValidator.validate(TextTrace.parse(text));
  }

  private static void assertBreaks(Invariant invariant, int atEvent, String text) {
    List<Violation> violations = validate(text);
    assertThat(violations).extracting(Violation::invariant).containsExactly(invariant);
    assertThat(violations.getFirst().order()).isEqualTo(atEvent);
    assertThat(violations.getFirst().toString()).contains(invariant.words());
  }

  private static void assertValid(String text) {
    assertThat(validate(text)).isEmpty();
  }

  @Test
  void aTraceOfEverythingIsValid() throws IOException {
    TextTrace trace = TextTrace.read(Path.of("src/test/resources/traces/valid.txt"));
    assertThat(TraceValidator.validate(trace)).isEmpty();
  }

  @Test
  void orderGrows() {
    assertBreaks(Invariant.ORDER_GROWS, 2, "time 7\ng1 make o1\ntime 6\ng1 make o2");
  }

  @Test
  void goroutinesAreSpawnedOnceAndFirst() {
    assertBreaks(Invariant.SPAWNED_FIRST, 2, "g2 make o1\ng1 spawn g2");
    assertBreaks(Invariant.SPAWNED_FIRST, 3, "g1 spawn g2\ng2 make o1\ng1 spawn g2");
    assertValid("g0 timer\ng1 make o1\ng1 spawn g2\ng2 make o2");
  }

  @Test
  void nothingHappensAfterAnExit() {
    assertBreaks(Invariant.NOTHING_AFTER_EXIT, 3, "g1 spawn g2\ng2 exit\ng2 make o1");
  }

  @Test
  void theLastOfASynctestBubbleWakesItsRoot() {
    assertValid("g1 spawn g2\ng1 block [waiting]\ng2 exit\ng2 unblock g1");
  }

  @Test
  void onlyWhoIsBlockedIsUnblocked() {
    assertBreaks(Invariant.UNBLOCKED_WAS_BLOCKED, 2, "g1 spawn g2\ng1 unblock g2");
    assertBreaks(
        Invariant.UNBLOCKED_WAS_BLOCKED,
        4,
        "g1 spawn g2\ng2 block [sleep]\ng1 unblock g2\ng1 unblock g2");
  }

  @Test
  void theCollectorResumesGoroutinesThatItStopped() {
    assertValid("g1 spawn g2\ng25 unblock g2\ng0 unblock g2");
  }

  @Test
  void aBlockedCompletionFollowsABlock() {
    assertBreaks(Invariant.BLOCKED_COMPLETION, 1, "g1 send o1 blocked");
    assertBreaks(Invariant.BLOCKED_COMPLETION, 2, "g1 block [chan send] o2\ng1 send o1 blocked");
    assertBreaks(
        Invariant.BLOCKED_COMPLETION, 2, "g1 block [sync.Mutex.Lock] o2\ng1 acquire o1 blocked");
    assertBreaks(Invariant.BLOCKED_COMPLETION, 1, "g1 select receive o1* blocked");
  }

  @Test
  void locksAlternate() {
    assertBreaks(Invariant.LOCKS_ALTERNATE, 2, "g1 acquire o1\ng1 acquire o1");
    assertBreaks(Invariant.LOCKS_ALTERNATE, 2, "g1 acquire o1 read\ng1 acquire o1");
    assertBreaks(Invariant.LOCKS_ALTERNATE, 2, "g1 acquire o1\ng1 acquire o1 read");
    assertBreaks(Invariant.LOCKS_ALTERNATE, 1, "g1 release o1\ng1 make o2");
    assertBreaks(Invariant.LOCKS_ALTERNATE, 2, "g1 acquire o1 read\ng1 release o1\ng1 make o2");
    assertValid("g1 acquire o1 read\ng1 acquire o1 read\ng1 release o1 read\ng1 release o1 read");
  }

  @Test
  void aFatalErrorExcusesAReleaseOfAFreeLock() {
    assertValid("g1 release o1\ng1 fatal \"sync: unlock of unlocked mutex\"");
  }

  @Test
  void channelsHoldBetweenNothingAndTheirCapacity() {
    assertBreaks(Invariant.CHANNEL_OCCUPANCY, 2, "g1 make o1\ng1 send o1");
    assertBreaks(Invariant.CHANNEL_OCCUPANCY, 2, "g1 make o1 capacity 1\ng1 receive o1");
    assertBreaks(
        Invariant.CHANNEL_OCCUPANCY,
        3,
        "g1 make o1 capacity 1\ng1 send o1\ng1 select send o1* receive nil");
    assertValid("g1 make o1 capacity 1\ng1 send o1\ng1 receive o1\ng1 send o1");
    assertValid("g1 send o1\ng1 send o1");
  }

  @Test
  void channelsOfTimersAreEmptiedWithoutATrace() {
    assertValid("g1 make o1 capacity 1\ng0 timer o1\ng0 send o1\ng0 timer o1\ng0 send o1");
  }

  @Test
  void closedChannelsStayClosed() {
    assertBreaks(Invariant.CLOSED_ONCE, 3, "g1 make o1\ng1 close o1\ng1 close o1\ng1 make o2");
    assertBreaks(Invariant.CLOSED_ONCE, 2, "g1 make o1\ng1 receive o1 closed");
    assertBreaks(
        Invariant.CLOSED_ONCE, 3, "g1 make o1 capacity 1\ng1 close o1\ng1 send o1\ng1 make o2");
    assertValid("g1 close o1\ng1 close o1\ng1 panic \"close of closed channel\"");
    assertValid("g1 close o1\ng1 receive o1 closed");
  }

  @Test
  void theChosenCaseExistsAndCanProceed() {
    assertBreaks(Invariant.CHOICE_EXISTS, 1, "g1 select receive nil*");
    assertBreaks(Invariant.CHOICE_EXISTS, 1, "g1 select receive o1");
    assertBreaks(
        Invariant.CHOICE_EXISTS,
        2,
        "g1 block [select] receive o1\ng1 select receive o1* default blocked");
    assertValid("g1 select receive nil default*");
  }

  @Test
  void waitGroupsDoNotGoBelowZero() {
    assertBreaks(Invariant.COUNTER_NOT_NEGATIVE, 1, "g1 add o1 -1\ng1 make o2");
    assertValid("g1 add o1 -1\ng1 panic \"sync: negative WaitGroup counter\"");
    assertValid("g1 add o1 +2\ng1 add o1 -1\ng1 add o1 -1");
  }

  @Test
  void testsNest() {
    assertBreaks(Invariant.TESTS_NEST, 1, "g1 test-end t1 passed");
    assertBreaks(
        Invariant.TESTS_NEST,
        3,
        "g1 test-begin t1 A\ng1 test-begin t2 A/b in t1\ng1 test-end t1 passed");
    assertBreaks(Invariant.TESTS_NEST, 1, "g1 test-begin t2 A/b in t1");
    assertBreaks(Invariant.TESTS_NEST, 2, "g1 test-begin t1 A\ng1 test-begin t1 A");
    assertBreaks(Invariant.TESTS_NEST, 1, "g1 test-fail t1");
  }

  @Test
  void whenEventsAreMissingNothingElseIsReported() {
    assertThat(validate("g1 release o1\ng1 make o2\npartial 3 \"3 events are missing\""))
        .containsExactly(new Violation(Invariant.NOTHING_MISSING, 0, "3 events are missing"));
  }
}
