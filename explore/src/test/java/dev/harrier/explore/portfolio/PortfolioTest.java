package dev.harrier.explore.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which schedules come in turn. */
final class PortfolioTest {
  @Test
  void eachStrategyHasConnectionsThatAreSlowInOneRoundAndNotInTheNext() {
    List<Mix> one = List.of(new Mix(Strategy.Kind.RANDOM_WALK.strategy(), 0));
    List<Mix> two = List.of(one.getFirst(), new Mix(Strategy.Kind.POS.strategy(), 0));
    for (List<Mix> mixes : List.of(one, two, Portfolio.standard())) {
      Portfolio portfolio = new Portfolio(mixes, 1, Conditions.USUAL);
      for (int i = 0; i < mixes.size(); i++) {
        assertThat(polls(portfolio, i)).isNotEqualTo(polls(portfolio, i + mixes.size()));
      }
      assertThat(polls(portfolio, 0)).as("the first execution").isFalse();
    }
  }

  private static boolean polls(Portfolio portfolio, int index) {
    return portfolio.schedule("a.TestB", index, 100).conditions().polls();
  }
}
