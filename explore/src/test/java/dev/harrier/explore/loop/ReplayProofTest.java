package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplayProofTest {
  private static ReplayProof shown(int shown, int runs) {
    Schedule schedule = new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 1, 0, Plan.EMPTY);
    return new ReplayProof(schedule, true, 0, runs, shown, runs, false, Optional.empty());
  }

  @Test
  void theBetterScheduleIsTheOneThatShowsTheFindingMoreOften() {
    assertThat(shown(7, 10).isBetterThan(shown(5, 10))).isTrue();
    assertThat(shown(3, 3).isBetterThan(shown(9, 10))).isTrue();
    assertThat(shown(5, 10).isBetterThan(shown(5, 10))).isFalse();
    assertThat(shown(1, 2).isBetterThan(shown(7, 10))).isFalse();
  }

  @Test
  void onlyOneThatShowsItEveryTimeIsReliable() {
    assertThat(shown(10, 10).isReliable()).isTrue();
    assertThat(shown(9, 10).isReliable()).isFalse();
  }

  private static ReplayProof failed(long millis, boolean simplified) {
    Finding finding =
        SampleFindings.testFailed()
            .doubted(new Doubt.SlownessAssumed(millis))
            .with(Strength.SUSPICIOUS);
    Schedule schedule = new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 1, 0, Plan.EMPTY);
    return new ReplayProof(schedule, simplified, 0, 10, 10, 10, false, Optional.of(finding));
  }

  /** The same assertion may fail for lack of a minute, and of a millisecond. */
  @Test
  void ofTwoThatAssumeTimeTheBetterOneAssumesLess() {
    assertThat(failed(1, true).isBetterThan(failed(60_000, true))).isTrue();
    assertThat(failed(60_000, true).isBetterThan(failed(1, true))).isFalse();
    assertThat(failed(1, true).isBetterThan(failed(1, true))).isFalse();
  }

  @Test
  void aScheduleInWhichLessTimePassesMayBeBetter() {
    assertThat(failed(60_000, true).isSurpassedBy(Duration.ofSeconds(2))).isTrue();
    assertThat(failed(60_000, true).isSurpassedBy(Duration.ofMinutes(2))).isFalse();
  }

  /** A schedule that was not simplified may assume more than is needed. */
  @Test
  void whatWasNotSimplifiedMayGetBetterByThat() {
    assertThat(failed(1, false).isSurpassedBy(Duration.ofMinutes(2))).isTrue();
  }
}
