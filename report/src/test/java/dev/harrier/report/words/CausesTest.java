package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CausesTest {
  private static String line(int decisions, int shown, int tried) {
    return Causes.of(
        Witness.NONE.causedBy(
            Optional.of(new Cause.NoOrder(decisions, new Witness.Reproduction(shown, tried)))));
  }

  @Test
  void whereNoOrderDecidesTheScheduleDoes() {
    String tried = "no order of two operations decides, as far as was tried: ";
    assertThat(line(0, 0, 0)).isEqualTo(tried + "the default order shows the finding");
    assertThat(line(1, 0, 0)).isEqualTo(tried + "the decision of its schedule shows the finding");
    assertThat(line(3, 2, 5))
        .isEqualTo(
            tried
                + "the 3 decisions of its schedule show the finding, and so do 2 of 5 schedules with"
                + " two operations swapped; in none of the others does the test pass every time");
  }

  @Test
  void whatWasNotLookedForHasAReason() {
    assertThat(Cause.Obstacle.values())
        .extracting(obstacle ->
            Causes.of(Witness.NONE.causedBy(Optional.of(new Cause.NotSought(obstacle)))))
        .containsExactly(
            "not looked for: some replays of the schedule do not show the finding",
            "not looked for: each run that shows the finding takes its whole time limit",
            "not looked for: the schedule was not simplified to single decisions");
  }

  /** The place is the module's; what happens there is in the library that it calls. */
  @Test
  void anOperationOfALibraryIsNamedWithTheFunctionThatIsCalled() {
    Cause.Side select =
        new Cause.Side(
            new Operation(
                new GoroutineId(14),
                new Action.Blocked(BlockReason.SELECT, ObjectRef.NIL_CHANNEL),
                new Site("find.Get", "find/find.go", 32),
                1,
                1,
                1),
            Stack.EMPTY,
            new GoroutineName(14),
            1,
            Optional.of("net/http.(*Client).Get"),
            Optional.empty());
    Witness.Reproduction all = new Witness.Reproduction(10, 10);
    assertThat(
            Causes.of(
                Witness.NONE.causedBy(
                    Optional.of(
                        new Cause.Orders(
                            List.of(new Cause.Order(select, select)),
                            Cause.Under.DEFAULT_ORDER,
                            all,
                            all)))))
        .startsWith("find.go:32 (goroutine 14 blocked in select in http.(*Client).Get) before");
  }

  /** The same case in the end: no choice decides, but how long that took. */
  @Test
  void aSelectThatTakesTheSameCaseLaterIsLate() {
    Cause.Side select =
        new Cause.Side(
            new Operation(
                new GoroutineId(12),
                new Action.Received(ObjectRef.NIL_CHANNEL, true, true),
                new Site("find.Get", "find/find.go", 33),
                1,
                1,
                1),
            Stack.EMPTY,
            new GoroutineName(12),
            1);
    Witness.Reproduction all = new Witness.Reproduction(10, 10);
    assertThat(
            Causes.of(
                Witness.NONE.causedBy(
                    Optional.of(new Cause.Choice(select, select, Optional.of(1), true, all, all)))))
        .isEqualTo(
            "find.go:33 (goroutine 12 is late at a select, which waits for another case first); without"
                + " that delay the test passes (10 of 10)");
  }

  private static Cause.Side done(Action action) {
    return new Cause.Side(
        new Operation(
            new GoroutineId(8), action, new Site("batch.add", "batch/batch.go", 16), 1, 1, 1),
        Stack.EMPTY,
        new GoroutineName(8),
        3);
  }

  private static Cause.Timer timer(String function, boolean sleep, long by) {
    return new Cause.Timer(
        new Site("batch.start", "batch/batch.go", 20),
        Stack.EMPTY,
        new GoroutineId(by),
        function,
        sleep,
        5003);
  }

  private static String late(Optional<Cause.Timer> timer, Cause.Under under) {
    return late(timer, new Action.TookDefault(), under);
  }

  private static String late(Optional<Cause.Timer> timer, Action action, Cause.Under under) {
    Witness.Reproduction all = new Witness.Reproduction(10, 10);
    return Causes.of(
        Witness.NONE.causedBy(
            Optional.of(new Cause.Late(timer, done(action), 5250, under, all, all))));
  }

  @Test
  void theEndOfAGoroutineMayBeLate() {
    assertThat(
            late(
                Optional.of(timer("time.Sleep", true, 7)),
                new Action.Exited(),
                Cause.Under.DEFAULT_ORDER))
        .isEqualTo(
            "batch.go:20 (time.Sleep of goroutine 7 is over after 5 ms) before goroutine 8 ends,"
                + " behind batch.go:16, where it is 5 ms late; the other way round the test passes"
                + " (10 of 10)");
  }

  @Test
  void aTimerThatFiresFirstIsNamedByWhereItWasSet() {
    String then =
        " before batch.go:16 (goroutine 8 took the default case of a select), where goroutine 8 is 5 ms late; the other way round the test passes (10 of 10)";
    assertThat(late(Optional.of(timer("time.AfterFunc", false, 7)), Cause.Under.DEFAULT_ORDER))
        .isEqualTo(
            "batch.go:20 (timer of time.AfterFunc, set by goroutine 7, fires after 5 ms)" + then);
    assertThat(late(Optional.of(timer("time.Sleep", true, 7)), Cause.Under.EARLIER_DECISIONS))
        .isEqualTo(
            "batch.go:20 (time.Sleep of goroutine 7 is over after 5 ms)"
                + then
                + ", under the same schedule");
    assertThat(late(Optional.of(timer("", false, 0)), Cause.Under.DEFAULT_ORDER))
        .isEqualTo("a timer that fires" + then);
  }

  @Test
  void timeThatIsOverNeedsNoTimer() {
    assertThat(late(Optional.empty(), Cause.Under.DEFAULT_ORDER))
        .isEqualTo(
            "batch.go:16 (goroutine 8 took the default case of a select), where goroutine 8 is 5 ms late; with that delay after"
                + " it the test passes (10 of 10)");
  }

  @Test
  void codeThatIsSlowIsNamedByWhereItReadsTheClock() {
    Witness.Reproduction all = new Witness.Reproduction(10, 10);
    String reads = "batch.go:16 (goroutine 8 reads the clock, after batch.add took 10 ms); ";
    assertThat(
            Causes.of(
                Witness.NONE.causedBy(
                    Optional.of(
                        new Cause.Slow(
                            done(new Action.TookDefault()), 10_000, 5000, true, all, all)))))
        .isEqualTo(reads + "where it takes 5 ms the test passes (10 of 10)");
    assertThat(
            Causes.of(
                Witness.NONE.causedBy(
                    Optional.of(
                        new Cause.Slow(
                            done(new Action.TookDefault()), 10_000, 0, true, all, all)))))
        .isEqualTo(reads + "without that delay the test passes (10 of 10)");
  }
}
