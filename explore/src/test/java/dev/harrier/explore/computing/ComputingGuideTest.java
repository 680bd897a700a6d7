package dev.harrier.explore.computing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ComputingGuideTest {
  private static final Target TARGET = SampleTargets.of("app", "TestIt");

  private final Guide plain =
      new PortfolioGuide(new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY)));
  private final Guide guide = new ComputingGuide(plain, 4);

  private static Result reading(boolean clock) {
    return SampleResults.passed(
        List.of(), Observations.none().with(ComputingGuide.READS_CLOCK, clock));
  }

  private List<Integer> slow() {
    return IntStream.range(1, 9)
        .filter(i -> ((Schedule.Controlled) guide.next(TARGET, i, 100)).computing() > 0)
        .boxed()
        .toList();
  }

  @Test
  void aTestThatReadsNoClockIsExploredAsBefore() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), reading(false));
    assertThat(slow()).isEmpty();
    assertThat(guide.next(TARGET, 9, 100)).isEqualTo(plain.next(TARGET, 9, 100));
  }

  @Test
  void aShareOfTheOthersIsSlow() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), reading(true));
    guide.learn(TARGET, guide.next(TARGET, 0, 100), reading(false));
    assertThat(slow()).containsExactly(3, 7);
    assertThat(guide.next(TARGET, 9, 100)).isEqualTo(plain.next(TARGET, 9, 100));
  }
}
