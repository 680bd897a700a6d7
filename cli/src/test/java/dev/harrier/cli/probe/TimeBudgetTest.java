package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TimeBudgetTest {
  private static final Duration TIME = Duration.ofSeconds(110);

  private final AtomicLong clock = new AtomicLong();
  private final TimeBudget budget = new TimeBudget(TIME, clock::get);

  private void spend(TimeBudget.Phase phase, Duration time) {
    clock.addAndGet(time.toNanos());
    budget.spent(phase);
  }

  /** Builds do not count; all else together takes a tenth more than the time at most. */
  @Test
  void executionsTakeATenthMoreThanTheTime() {
    spend(TimeBudget.Phase.BUILDING, Duration.ofMinutes(3));
    spend(TimeBudget.Phase.ORDERS, budget.orders());
    Duration exploring = budget.exploring();
    Duration proofs = exploring.dividedBy(10);
    Duration all = budget.orders().plus(exploring).plus(proofs).plus(budget.simplifying());
    assertThat(all).isLessThanOrEqualTo(TIME.plus(TIME.dividedBy(10)));
    assertThat(exploring).isGreaterThan(TIME.dividedBy(2));
  }

  /** What the orders do not need is the exploration's. */
  @Test
  void shortOrdersLeaveTheirTime() {
    spend(TimeBudget.Phase.ORDERS, Duration.ZERO);
    assertThat(budget.exploring()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void theTimeIsNotedByWhatItWasSpentOn() {
    spend(TimeBudget.Phase.WRITING, Duration.ofMillis(1600));
    spend(TimeBudget.Phase.BUILDING, Duration.ofSeconds(4));
    spend(TimeBudget.Phase.EXPLORING, Duration.ofSeconds(61));
    spend(TimeBudget.Phase.BUILDING, Duration.ofSeconds(5));
    assertThat(budget.shown())
        .isEqualTo("time: 2 s writing tests, 9 s building them, 61 s calls at the same time");
  }
}
