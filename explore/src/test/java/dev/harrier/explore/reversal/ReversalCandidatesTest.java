package dev.harrier.explore.reversal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.model.trace.GoroutineName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ReversalCandidatesTest {
  private static final int DRAWS = 1000;
  private static final Schedule.Controlled RUN =
      new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 100, 0, Plan.EMPTY);
  private static final Reversal ONE = reversal(1, 2, 1);
  private static final Reversal OTHER = reversal(3, 4, 1);

  private static Reversal reversal(int former, int latter, int promise) {
    return new Reversal(
        new Conflict(former, latter, false),
        new PlanEntry.Delay(new GoroutineName(former), 1, new GoroutineName(latter), 1),
        promise);
  }

  /** The first choice that is one. */
  private static ReversalCandidates.Attempt choose(ReversalCandidates candidates) {
    return Stream.generate(candidates::choose).flatMap(Optional::stream).findFirst().orElseThrow();
  }

  /** How many of a thousand seeds choose the first of these first. */
  private static int firsts(List<Reversal> choices, List<Reversal> alsoSeen) {
    int firsts = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      ReversalCandidates candidates = new ReversalCandidates(seed, Optional.empty());
      candidates.see(choices);
      candidates.see(alsoSeen);
      candidates.add(RUN, choices);
      if (choose(candidates).delay().equals(choices.getFirst().delay())) {
        firsts++;
      }
    }
    return firsts;
  }

  @Test
  void equalsAreEquallyLikely() {
    assertThat(firsts(List.of(ONE, OTHER), List.of())).isBetween(400, 600);
  }

  @Test
  void whatHasComeBothWaysIsLessLikely() {
    assertThat(firsts(List.of(ONE, OTHER), List.of(reversal(2, 1, 1)))).isBetween(1, 300);
  }

  @Test
  void whatPromisesMoreIsMoreLikely() {
    assertThat(firsts(List.of(reversal(1, 2, 2), OTHER), List.of())).isBetween(600, 800);
  }

  @Test
  void whatWasTriedIsLessLikely() {
    int again = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      ReversalCandidates candidates = new ReversalCandidates(seed, Optional.empty());
      candidates.add(RUN, List.of(ONE, OTHER));
      PlanEntry.Delay first = choose(candidates).delay();
      again += choose(candidates).delay().isAtPlaceOf(first) ? 1 : 0;
    }
    assertThat(again).isBetween(250, 420);
  }

  @Test
  void sometimesNothingIsTurnedRound() {
    int nothing = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      ReversalCandidates candidates = new ReversalCandidates(seed, Optional.empty());
      candidates.add(RUN, List.of(ONE));
      nothing += candidates.choose().isEmpty() ? 1 : 0;
    }
    assertThat(nothing).isBetween(250, 420);
  }

  @Test
  void nothingToChooseFromIsNoChoice() {
    assertThat(new ReversalCandidates(1, Optional.empty()).choose()).isEmpty();
  }

  @Test
  void onlyWhatIsNewIsNews() {
    ReversalCandidates candidates = new ReversalCandidates(1, Optional.empty());
    assertThat(candidates.see(List.of(ONE))).isTrue();
    assertThat(candidates.see(List.of(ONE))).isFalse();
    assertThat(candidates.see(List.of(ONE, OTHER))).isTrue();
  }

  @Test
  void whatIsKeptGoesOnWhereItEnded() {
    ReversalCandidates before = new ReversalCandidates(1, Optional.empty());
    before.see(List.of(ONE, OTHER));
    before.add(RUN, List.of(ONE, OTHER));
    for (int i = 0; i < 7; i++) {
      choose(before);
    }
    ReversalCandidates after = new ReversalCandidates(2, Optional.of(before.kept()));
    assertThat(after.see(List.of(ONE, OTHER))).isFalse();
    for (int i = 7; i < 20; i++) {
      assertThat(choose(after).run()).isEqualTo(RUN);
    }
    assertThat(Stream.generate(after::choose).limit(100)).containsOnly(Optional.empty());
  }

  @Test
  void ofManyTheLikeliestAreKept() {
    ReversalCandidates many = new ReversalCandidates(1, Optional.empty());
    List<Reversal> all =
        IntStream.range(1, 1000).mapToObj(i -> reversal(i, -i, i % 100 == 0 ? 3 : 1)).toList();
    many.see(all);
    many.add(RUN, all);
    ReversalMemory.Kept kept = many.kept();
    assertThat(kept.seen()).hasSize(999);
    assertThat(kept.candidates()).hasSize(300);
    assertThat(kept.candidates().subList(0, 9)).allMatch(candidate -> candidate.promise() == 3);
  }

  @Test
  void runsWithLongPlansAreNotKept() {
    ReversalCandidates candidates = new ReversalCandidates(1, Optional.empty());
    PlanEntry.Delay delay = ONE.delay();
    candidates.add(RUN.with(new Plan(Collections.nCopies(51, delay))), List.of(ONE));
    assertThat(candidates.kept().candidates()).isEmpty();
  }
}
