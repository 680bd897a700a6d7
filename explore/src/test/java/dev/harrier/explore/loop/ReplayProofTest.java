package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplayProofTest {
  private static ReplayProof shown(int shown, int runs) {
    Schedule schedule = new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 1, 0, Plan.EMPTY);
    return new ReplayProof(schedule, 0, runs, shown, runs, false, Optional.empty());
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
}
