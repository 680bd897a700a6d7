package dev.harrier.explore.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which executions timers fire before their time. */
final class PortfolioGuideTest {
  private static final Target DIALS = SampleTargets.of("app", "TestDials");
  private static final Target OTHER = SampleTargets.of("app", "TestOther");
  private static final Mix EARLY = new Mix(Strategy.Kind.RANDOM_WALK.strategy(), 32);
  private static final Mix ON_TIME = new Mix(Strategy.Kind.POS.strategy(), 0);

  private final PortfolioGuide guide =
      new PortfolioGuide(new Portfolio(List.of(EARLY, ON_TIME), 1, Conditions.USUAL));

  private Schedule.Controlled next(Target target, int index) {
    return (Schedule.Controlled) guide.next(target, index, 100);
  }

  private void explore(Target target, Predicate<Schedule.Controlled> fails) {
    for (int i = 0; i < 16; i++) {
      Schedule.Controlled schedule = next(target, i);
      Result result =
          fails.test(schedule)
              ? SampleResults.failed(List.of(), Set.of(target.shown()))
              : SampleResults.passed(List.of(), Observations.none());
      guide.learn(target, schedule, result);
    }
  }

  private List<Integer> early(Target target) {
    return IntStream.range(16, 32).filter(i -> next(target, i).early() > 0).boxed().toList();
  }

  @Test
  void mostKeepTheirTimeWhereTheTestFailsOtherwise() {
    explore(DIALS, schedule -> schedule.early() > 0);
    assertThat(early(DIALS)).containsExactly(16, 24);
    assertThat(next(DIALS, 18).strategy()).as("strategy of that turn").isEqualTo(EARLY.strategy());
  }

  @Test
  void theyDoNotMatterToATestThatFailsAnyway() {
    explore(DIALS, _ -> true);
    assertThat(early(DIALS)).hasSize(8);
  }

  @Test
  void eachTestIsJudgedByItself() {
    explore(DIALS, schedule -> schedule.early() > 0);
    explore(OTHER, _ -> false);
    assertThat(early(OTHER)).hasSize(8);
  }
}
