package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DiscoveryTest {
  private static final Schedule SCHEDULE =
      new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 1, 0, Plan.EMPTY);
  private static final Duration LONG = Duration.ofHours(1);
  private static final Finding TIMED_OUT = SampleFindings.timedOut(BlockReason.CHAN_SEND);
  private static final Finding RACE = SampleFindings.race("m.go", "m.go");

  private static Discovery discovered(Finding finding, String test, long execution) {
    return new Discovery(finding, SampleTargets.of("m", test), SCHEDULE, execution);
  }

  private static ReplayProof proof(int shown) {
    return new ReplayProof(SCHEDULE, true, 0, 1, shown, 10, false, Optional.empty());
  }

  private static Discovery shown(Finding finding, int shown) {
    Discovery discovered = discovered(finding, "TestNext", 1);
    return discovered.provedBy(discovered, proof(shown));
  }

  private static Strength reported(Finding finding, int shown) {
    return shown(finding, shown).reported().strength();
  }

  @Test
  void howOftenAProofWasTriedIsNotForgottenFromTurnToTurn() {
    Discovery first = shown(RACE, 3);
    Discovery tried = first.retried().retried().retried().retried();
    assertThat(first.wantsBetter(LONG, true)).isTrue();
    assertThat(tried.wantsBetter(LONG, true)).isFalse();
    assertThat(first.better(tried).wantsBetter(LONG, true)).isFalse();
    assertThat(tried.better(shown(RACE, 4)).wantsBetter(LONG, true)).isFalse();
  }

  @Test
  void whatSomeReplaysDoNotShowIsSuspicious() {
    assertThat(reported(TIMED_OUT, 0)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(reported(RACE, 5)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(reported(RACE, 10)).isEqualTo(Strength.OBSERVED);
    assertThat(shown(RACE, 5).reported().explanation().doubts())
        .contains(new Doubt.ReplaysDiffer(5, 10, false));
  }

  @Test
  void whatWasNotReplayedMayAssumeSlowCode() {
    Schedule slow = ((Schedule.Controlled) SCHEDULE).computing(512);
    Discovery late = new Discovery(RACE, SampleTargets.of("m", "TestNext"), slow, 1);
    assertThat(late.reported().explanation().doubts()).contains(new Doubt.NotShownAgain(0));
    assertThat(late.reported().strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(discovered(RACE, "TestNext", 1).reported().strength()).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void unlessTheProgramWaitsForWhatIsOutsideAndMostShowIt() {
    Discovery race = discovered(RACE, "TestNext", 1);
    for (int shown : new int[] {4, 9}) {
      ReplayProof proof = new ReplayProof(SCHEDULE, true, 0, 1, shown, 10, true, Optional.empty());
      assertThat(race.provedBy(race, proof).reported().strength())
          .isEqualTo(shown == 9 ? Strength.OBSERVED : Strength.SUSPICIOUS);
    }
  }

  @Test
  void whatIsOnlySuspiciousWantsAScheduleWithoutEarlyTimers() {
    Discovery kept = shown(TIMED_OUT, 0);
    assertThat(kept.wantsBetter(Duration.ZERO, true)).isTrue();
    assertThat(kept.isImprovedBy(proof(10))).isTrue();
    Schedule hasty =
        new Schedule.Controlled(
            Strategy.DEFAULT_ORDER,
            1,
            1,
            0,
            new Plan(List.of(new PlanEntry.Expiry(GoroutineName.MAIN, 1))));
    Discovery guard = discovered(SampleFindings.panic("m_test.go"), "TestNext", 1);
    Discovery first =
        guard.provedBy(guard, new ReplayProof(hasty, true, 0, 1, 10, 10, false, Optional.empty()));
    assertThat(first.reported().strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(first.wantsBetter(LONG, true)).isFalse();
    assertThat(first.wantsBetter(Duration.ZERO, true)).isTrue();
    assertThat(first.isImprovedBy(proof(10))).isTrue();
    assertThat(first.provedBy(guard, proof(10)).reported().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(first.provedBy(guard, proof(10)).isImprovedBy(proof(10))).isFalse();
  }

  @Test
  void aProofIsOfTheTestThatItsScheduleIsOf() {
    Discovery first = shown(RACE, 3);
    Discovery elsewhere = first.provedBy(discovered(RACE, "TestOther", 7), proof(10));
    assertThat(elsewhere.target().shown()).endsWith("TestOther");
    assertThat(elsewhere.execution()).isEqualTo(7);
    Discovery later = first.provedBy(discovered(RACE, "TestNext", 9), proof(10));
    assertThat(later.target().shown()).endsWith("TestNext");
    assertThat(later.execution()).isEqualTo(1);
    assertThat(later.proof()).contains(proof(10));
  }

  /** What one assertion needs a minute for must not use up the proofs of another one. */
  @Test
  void aFailedAssertionWaitsForTheTimeToSimplifyItsSchedule() {
    Discovery failed = discovered(SampleFindings.testFailed(), "TestNext", 1);
    Discovery replayed =
        failed.provedBy(
            failed, new ReplayProof(SCHEDULE, false, 0, 2, 2, 2, false, Optional.empty()));
    assertThat(replayed.wantsBetter(LONG, false)).isFalse();
    assertThat(replayed.wantsBetter(LONG, true)).isTrue();
  }
}
