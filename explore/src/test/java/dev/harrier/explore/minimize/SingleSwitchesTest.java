package dev.harrier.explore.minimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SingleSwitchesTest {
  private static PlanEntry.Next next(long goroutine, long at, long chosen) {
    return new PlanEntry.Next(new GoroutineName(goroutine), at, new GoroutineName(chosen));
  }

  /** The first locks one of two, the main one starts the second, and that one locks the other. */
  @Test
  void aDetourIsLeftOut() {
    List<PlanEntry> detour = List.of(next(1, 2, 5), next(5, 4, 1), next(1, 6, 7));
    assertThat(SingleSwitches.of(detour))
        .containsExactly(next(1, 2, 7), next(5, 4, 7), next(1, 6, 5));
  }

  @Test
  void oneSwitchHasNoDetour() {
    assertThat(SingleSwitches.of(List.of(next(1, 2, 5)))).isEmpty();
  }

  @Test
  void otherDecisionsStay() {
    PlanEntry timer = new PlanEntry.Expiry(GoroutineName.MAIN, 3);
    assertThat(SingleSwitches.of(List.of(next(1, 2, 5), next(5, 4, 7), timer))).isEmpty();
  }

  @Test
  void aLongPlanIsNoDetour() {
    List<PlanEntry> plan =
        IntStream.range(0, 6)
            .mapToObj(i -> next(i + 1, 1, i + 2))
            .collect(Collectors.<PlanEntry>toList());
    assertThat(SingleSwitches.of(plan)).isEmpty();
  }
}
