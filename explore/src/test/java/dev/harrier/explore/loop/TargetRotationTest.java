package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TargetRotationTest {
  private static final Schedule ANY = new Schedule.Native(new Plan(List.of()));

  private final TestIsolation isolation = new TestIsolation();
  private final List<TargetState> states = new ArrayList<>();

  private TargetState target(String test) {
    TargetState state = new TargetState(SampleTargets.of("p", test), 0, List.of());
    states.add(state);
    return state;
  }

  /** How many of so many turns each target has. */
  private Map<TargetState, Long> turns(int all, Map<TargetState, Result> results) {
    TargetRotation turns = new TargetRotation(states);
    Map<TargetState, Long> counts = new HashMap<>();
    for (int i = 0; i < all; i++) {
      TargetState next = turns.next(TargetState::isOpen, isolation).orElseThrow();
      next.take();
      next.learn(ANY, results.getOrDefault(next, SampleResults.uneventful(true)));
      counts.merge(next, 1L, Long::sum);
    }
    return counts;
  }

  @Test
  void whatNoScheduleCanChangeRestsAndIsNotForgotten() {
    TargetState concurrent = target("TestConcurrent");
    List<TargetState> sequential = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sequential.add(target("TestSequential" + i));
    }
    Map<TargetState, Result> results = new HashMap<>();
    sequential.forEach(state -> results.put(state, SampleResults.uneventful(false)));
    Map<TargetState, Long> counts = turns(63 + 16 + 20, results);
    assertThat(counts.get(concurrent)).isBetween(15L, 20L);
    assertThat(sequential).allSatisfy(state -> assertThat(counts.get(state)).isBetween(3L, 5L));
  }

  @Test
  void whatRunsIntoItsLimitRestsLongest() {
    TargetState quick = target("TestQuick");
    TargetState slow = target("TestSlow");
    slow.learn(ANY, SampleResults.uneventful(true)); // it is not given up
    Map<TargetState, Long> counts = turns(130, Map.of(slow, SampleResults.outOfTime()));
    assertThat(counts.get(slow)).isBetween(4L, 9L);
    assertThat(counts.get(quick)).isGreaterThan(120L);
  }

  @Test
  void whatBringsNothingNewForLongRests() {
    TargetState stale = target("TestStale");
    TargetState lively = target("TestLively");
    TargetRotation turns = new TargetRotation(states);
    for (int i = 0; i < 1000; i++) {
      TargetState next = turns.next(TargetState::isOpen, isolation).orElseThrow();
      next.take();
      next.learn(ANY, SampleResults.uneventful(true));
      if (next == lively) {
        next.brought();
      }
    }
    assertThat(stale.started()).isBetween(250L, 320L);
    assertThat(lively.started()).isGreaterThan(680L);
  }

  @Test
  void everyTestHasItsFirstLooksBeforeAnyHasMore() {
    TargetState slow = target("TestSlow");
    TargetState cut = target("TestCut");
    TargetState quick = target("TestQuick");
    TargetRotation turns = new TargetRotation(states);
    List<TargetState> order = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      TargetState next = turns.next(TargetState::isOpen, isolation).orElseThrow();
      order.add(next);
      next.take();
      if (next == cut) {
        Duration share = Duration.ofMillis(100);
        next.learn(ANY, SampleResults.outOfShare(share), share, Duration.ofSeconds(10), false);
      } else {
        next.learn(ANY, SampleResults.uneventful(true));
      }
      next.took(Duration.ofMillis(next == slow ? 9_000 : 2));
    }
    assertThat(order)
        .containsExactly(
            slow, cut, quick, slow, quick, slow, quick, quick, cut, quick, quick, quick);
  }

  @Test
  void whatTakesLongHasAsMuchTimeAsTheOthers() {
    TargetState slow = target("TestSlow");
    target("TestQuick");
    TargetRotation turns = new TargetRotation(states);
    for (int i = 0; i < 3000; i++) {
      TargetState next = turns.next(TargetState::isOpen, isolation).orElseThrow();
      next.take();
      next.learn(ANY, SampleResults.uneventful(true));
      next.brought();
      next.took(Duration.ofMillis(next == slow ? 500 : 5));
    }
    assertThat(slow.started()).isBetween(25L, 35L);
  }

  @Test
  void theLastOneLeftHasAllTurns() {
    target("TestDone").giveUp("it is broken");
    TargetState sequential = target("TestSequential");
    assertThat(turns(100, Map.of(sequential, SampleResults.uneventful(false))))
        .containsExactly(Map.entry(sequential, 100L));
    sequential.giveUp("it is broken, too");
    assertThat(new TargetRotation(states).next(TargetState::isOpen, isolation))
        .isEqualTo(Optional.empty());
  }
}
