package dev.harrier.explore.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.reversal.Conflict;
import dev.harrier.explore.reversal.Reversal;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CandidatesTest {
  private static final int DRAWS = 1000;
  private static final Schedule.Controlled RUN =
      new Schedule.Controlled(new Strategy.DefaultOrder(), 1, 100, 0, Plan.EMPTY);
  private static final Reversal ONE = reversal(1, 2, 1);
  private static final Reversal OTHER = reversal(3, 4, 1);

  private static Reversal reversal(int former, int latter, int promise) {
    return new Reversal(
        new Conflict(former, latter, false),
        new PlanEntry.Delay(new GoroutineName(former), 1, new GoroutineName(latter), 1),
        promise);
  }

  /** The first choice that is one. */
  private static Candidates.Attempt choose(Candidates candidates) {
    return Stream.generate(candidates::choose).flatMap(Optional::stream).findFirst().orElseThrow();
  }

  /** How many of a thousand seeds choose the first of these first. */
  private static int firsts(List<Reversal> choices, List<Reversal> alsoSeen) {
    int firsts = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      Candidates candidates = new Candidates(seed);
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
      Candidates candidates = new Candidates(seed);
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
      Candidates candidates = new Candidates(seed);
      candidates.add(RUN, List.of(ONE));
      nothing += candidates.choose().isEmpty() ? 1 : 0;
    }
    assertThat(nothing).isBetween(250, 420);
  }

  @Test
  void nothingToChooseFromIsNoChoice() {
    assertThat(new Candidates(1).choose()).isEmpty();
  }

  @Test
  void onlyWhatIsNewIsNews() {
    Candidates candidates = new Candidates(1);
    assertThat(candidates.see(List.of(ONE))).isTrue();
    assertThat(candidates.see(List.of(ONE))).isFalse();
    assertThat(candidates.see(List.of(ONE, OTHER))).isTrue();
  }
}
