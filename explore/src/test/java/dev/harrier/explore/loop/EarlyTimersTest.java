package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What continues after a test failed because a timer was early may race with the next test. */
final class EarlyTimersTest {
  private static final Finding RACE = SampleFindings.race("m_test.go", "m_test.go");

  private static final Schedule EARLY = schedule(new PlanEntry.Expiry(GoroutineName.MAIN, 3));
  private static final Schedule IN_TIME =
      schedule(new PlanEntry.Next(GoroutineName.MAIN, 3, GoroutineName.MAIN));

  private static Schedule schedule(PlanEntry entry) {
    return new Schedule.Controlled(
        Strategy.parse("random").orElseThrow(), 1, 100, 0, new Plan(List.of(entry)));
  }

  private static Result failed(String... tests) {
    return SampleResults.failed(List.of(RACE), Set.of(tests));
  }

  @Test
  void aRaceBesideATestThatFailedForAnEarlyTimerIsSuspicious() {
    assertThat(EarlyTimers.ofFailedTests(RACE, EARLY, failed("TestBefore")).strength())
        .isEqualTo(Strength.SUSPICIOUS);
  }

  @Test
  void whatAFailedTestClosesAllTheSameIsSuspicious() {
    Finding closed = SampleFindings.closedNil();
    assertThat(EarlyTimers.ofFailedTests(closed, EARLY, failed(closed.test())).strength())
        .isEqualTo(Strength.SUSPICIOUS);
    assertThat(EarlyTimers.ofFailedTests(closed, EARLY, failed("TestBefore"))).isEqualTo(closed);
    assertThat(EarlyTimers.ofFailedTests(closed, IN_TIME, failed(closed.test()))).isEqualTo(closed);
  }

  @Test
  void aRaceIsObservedWhereNothingFailedOrNoTimerWasEarly() {
    assertThat(EarlyTimers.ofFailedTests(RACE, EARLY, failed())).isEqualTo(RACE);
    assertThat(EarlyTimers.ofFailedTests(RACE, IN_TIME, failed("TestBefore"))).isEqualTo(RACE);
  }

  @Test
  void whatATestLeavesThatSkippedItselfIsSuspiciousLikewise() {
    Finding closed = SampleFindings.closedNil();
    Result skipped = SampleResults.skipped(List.of(closed), Set.of(closed.test()));
    assertThat(EarlyTimers.ofFailedTests(closed, EARLY, skipped).strength())
        .isEqualTo(Strength.SUSPICIOUS);
    assertThat(EarlyTimers.ofFailedTests(closed, IN_TIME, skipped)).isEqualTo(closed);
  }

  @Test
  void codeThatTakesLongIsJudgedAsTimersAre() {
    Schedule slow = schedule(new PlanEntry.Computing(GoroutineName.MAIN, 2, 1000));
    assertThat(EarlyTimers.ofFailedTests(RACE, slow, failed("TestBefore")).strength())
        .isEqualTo(Strength.SUSPICIOUS);
    Finding guard = SampleFindings.panic("m_test.go");
    assertThat(EarlyTimers.ofGuards(guard, slow).strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(EarlyTimers.ofGuards(guard, IN_TIME)).isEqualTo(guard);
    Finding assuming = guard.doubted(new Doubt.SlownessAssumed(499));
    assertThat(EarlyTimers.ofGuards(assuming, IN_TIME).strength())
        .as("a schedule that was not simplified has no plan")
        .isEqualTo(Strength.SUSPICIOUS);
  }

  /** As where a client for tests dials, and panics with what came of it. */
  @Test
  void aPanicThatSaysThatTimeIsOverIsThatOfALimit() {
    Site dial = new Site("m.(*Server).Dial", "m.go", 41);
    for (String text : List.of("dial 127.0.0.1:1: i/o timeout", "context deadline exceeded")) {
      Finding panic = SampleFindings.panicSaying(text, dial);
      assertThat(EarlyTimers.ofGuards(panic, EARLY).strength()).isEqualTo(Strength.SUSPICIOUS);
      assertThat(EarlyTimers.ofGuards(panic, IN_TIME)).isEqualTo(panic);
    }
    for (String text : List.of("runtime error: timeout", "no session for the timeouts of a")) {
      Finding other = SampleFindings.panicSaying(text, dial);
      assertThat(EarlyTimers.ofGuards(other, EARLY)).isEqualTo(other);
    }
  }
}
