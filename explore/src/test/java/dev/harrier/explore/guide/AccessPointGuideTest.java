package dev.harrier.explore.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.SymbolOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AccessPointGuideTest {
  private static final Target TARGET = SampleTargets.of("app", "TestIt");

  private final Guide plain =
      new PortfolioGuide(new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY)));
  private final AccessPointGuide guide = new AccessPointGuide(plain, 2);

  private static SymbolOffset at(long offset) {
    return new SymbolOffset(1, offset);
  }

  private static Result racing(Set<SymbolOffset> places) {
    return SampleResults.passed(
        List.of(), Observations.none().with(AccessPointGuide.RACING, places));
  }

  @Test
  void withoutRacesNothingChanges() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), racing(Set.of()));
    assertThat(guide.next(TARGET, 1, 100)).isEqualTo(plain.next(TARGET, 1, 100));
  }

  @Test
  void aShareOfTheLaterExecutionsHasAllPlaces() {
    Schedule first = guide.next(TARGET, 0, 100);
    guide.learn(TARGET, first, racing(Set.of(at(7), at(3))));
    guide.learn(TARGET, first, racing(Set.of(at(5))));
    assertThat(guide.next(TARGET, 1, 100).plan().entries())
        .containsExactly(
            new PlanEntry.AccessPoint(at(3)),
            new PlanEntry.AccessPoint(at(5)),
            new PlanEntry.AccessPoint(at(7)));
    assertThat(guide.next(TARGET, 2, 100).plan()).isEqualTo(Plan.EMPTY);
  }

  /** A delay counts operations, and each point is one. */
  @Test
  void aScheduleWithDelaysStaysAsItIs() {
    Plan delayed = new Plan(List.of(new PlanEntry.Delay(new GoroutineName(2), 4)));
    AccessPointGuide around =
        new AccessPointGuide(
            new DelegatingGuide(plain) {
              @Override
              public Schedule next(Target target, int index, int length) {
                return ((Schedule.Controlled) super.next(target, index, length)).with(delayed);
              }
            },
            2);
    around.learn(TARGET, around.next(TARGET, 0, 100), racing(Set.of(at(3))));
    assertThat(around.next(TARGET, 1, 100).plan()).isEqualTo(delayed);
  }
}
