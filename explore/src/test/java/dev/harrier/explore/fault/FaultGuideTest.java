package dev.harrier.explore.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FaultGuideTest {
  private static final Target TARGET = SampleTargets.of("app", "TestIt");

  private final Guide plain =
      new PortfolioGuide(new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY)));
  private final Guide guide = new FaultGuide(plain, FaultSetting.NET);

  private static Result waiting(int waits) {
    return SampleResults.passed(
        List.of(), Observations.none().with(FaultGuide.USES, new FaultGuide.Uses(waits, 3, 2)));
  }

  private List<Integer> shares(int executions) {
    return IntStream.rangeClosed(1, executions)
        .mapToObj(i -> ((Schedule.Controlled) guide.next(TARGET, i, 100)).faults().connections())
        .toList();
  }

  @Test
  void aTestWithoutConnectionsIsExploredAsBefore() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), waiting(0));
    assertThat(shares(6)).containsOnly(0);
  }

  @Test
  void oneExecutionOfThreeHasNoFaults() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), waiting(2));
    List<Integer> shares = shares(18);
    assertThat(shares).filteredOn(share -> share == 0).hasSize(6);
    assertThat(shares).doesNotContainSequence(0, 0);
    assertThat(shares).filteredOn(share -> share > 0).contains(512, 128);
    for (int i = 19; i < 21; i++) {
      assertThat(guide.next(TARGET, i, 100)).isNotEqualTo(plain.next(TARGET, i, 100));
    }
    assertThat(guide.next(TARGET, 21, 100)).isEqualTo(plain.next(TARGET, 21, 100));
  }

  @Test
  void oneOfManyUsesFails() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), waiting(1000));
    assertThat(shares(18)).allMatch(share -> share < 8).contains(1);
  }

  @Test
  void onlyWhatTheSettingSaysFails() {
    Guide cancels = new FaultGuide(plain, FaultSetting.CANCEL);
    cancels.learn(TARGET, cancels.next(TARGET, 0, 100), waiting(1000));
    FaultShares shares = ((Schedule.Controlled) cancels.next(TARGET, 1, 100)).faults();
    assertThat(shares.connections()).isZero();
    assertThat(shares.contexts()).isPositive();
    assertThat(shares.files()).isZero();
  }
}
