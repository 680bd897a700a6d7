package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.ProbeNote;
import dev.harrier.toolchain.build.GoPackage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class TimeBudgetTest {
  private static final Duration TIME = Duration.ofSeconds(110);

  private final AtomicLong clock = new AtomicLong();
  private final TimeBudget budget = new TimeBudget(TIME, clock::get);

  private void spend(ProbeNote.Phase phase, Duration time) {
    clock.addAndGet(time.toNanos());
    budget.spent(phase);
  }

  /** Builds do not count; all else together takes a tenth more than the time at most. */
  @Test
  void executionsTakeATenthMoreThanTheTime() {
    spend(ProbeNote.Phase.BUILDING, Duration.ofMinutes(3));
    spend(ProbeNote.Phase.ORDERS, budget.orders());
    Duration exploring = budget.exploring();
    Duration proofs = exploring.dividedBy(10);
    Duration all = budget.orders().plus(exploring).plus(proofs).plus(budget.simplifying());
    assertThat(all).isLessThanOrEqualTo(TIME.plus(TIME.dividedBy(10)));
    assertThat(exploring).isGreaterThan(TIME.dividedBy(2));
  }

  /** What the orders do not need is the exploration's. */
  @Test
  void shortOrdersLeaveTheirTime() {
    spend(ProbeNote.Phase.ORDERS, Duration.ZERO);
    assertThat(budget.exploring()).isEqualTo(Duration.ofSeconds(100));
  }

  /** The first packages take what all others import: only then the time of builds begins. */
  @Test
  void packagesAreBuiltUntilTheirTimeIsOver() {
    UnaryOperator<List<GoPackage>> building = budget.building();
    List<GoPackage> first = List.of(named("a"), named("b"));
    List<GoPackage> second = List.of(named("c"));
    List<GoPackage> third = List.of(named("d"), named("e"));
    assertThat(building.apply(first)).isEqualTo(first);
    clock.addAndGet(TIME.multipliedBy(10).toNanos());
    assertThat(building.apply(second)).isEqualTo(second);
    assertThat(budget.refused()).isEmpty();
    clock.addAndGet(TIME.toNanos());
    assertThat(building.apply(third)).isEmpty();
    assertThat(budget.refused())
        .containsExactly(new ProbeNote.NoTime(ProbeNote.Phase.BUILDING, List.of("d", "e")));
    assertThat(budget.refusedPackages()).contains("d").doesNotContain("c");
  }

  private static GoPackage named(String name) {
    return new GoPackage(name, name, Path.of(name), true, List.of(), "", List.of());
  }

  @Test
  void theTimeIsNotedByWhatItWasSpentOn() {
    spend(ProbeNote.Phase.WRITING, Duration.ofMillis(1600));
    spend(ProbeNote.Phase.BUILDING, Duration.ofSeconds(4));
    spend(ProbeNote.Phase.EXPLORING, Duration.ofSeconds(61));
    spend(ProbeNote.Phase.BUILDING, Duration.ofSeconds(5));
    assertThat(budget.note().phases())
        .containsExactly(
            new ProbeNote.PhaseTime(ProbeNote.Phase.WRITING, 1_600),
            new ProbeNote.PhaseTime(ProbeNote.Phase.BUILDING, 9_000),
            new ProbeNote.PhaseTime(ProbeNote.Phase.EXPLORING, 61_000));
  }
}
