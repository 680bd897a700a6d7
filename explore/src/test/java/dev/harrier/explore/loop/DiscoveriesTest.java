package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.loop.Interest.Worth;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two tests may show one finding, and it is worth more in one of them. */
final class DiscoveriesTest {
  private static final Schedule SCHEDULE =
      new Schedule.Controlled(Strategy.DEFAULT_ORDER, 1, 1, 0, Plan.EMPTY);
  private static final Finding FIRM = SampleFindings.race("m.go", "m.go");
  private static final Finding DOUBTED = FIRM.doubted(new Doubt.NoContract());
  private static final Finding DISMISSED = DOUBTED.doubted(new Doubt.NoAtomicity());

  private static Discoveries after(List<Discovery> earlier) {
    return new Discoveries(
        earlier,
        finding ->
            switch (finding.explanation().doubts().size()) {
              case 0 -> Worth.FAILURE;
              case 1 -> Worth.SUSPICION;
              default -> Worth.NOTHING;
            });
  }

  private static List<Discovery> learn(Discoveries discoveries, String test, Finding finding) {
    Job job =
        new Job(
            SampleTargets.of("m", test), SCHEDULE, Limits.of(Duration.ofSeconds(1)), Detail.GUIDES);
    return discoveries.learn(
        job,
        1,
        SampleResults.passed(List.of(finding), Observations.none()),
        _ -> true,
        _ -> true,
        true);
  }

  private static ReplayProof proof(int shown) {
    return proof(shown, 10);
  }

  private static ReplayProof proof(int shown, int runs) {
    return new ReplayProof(SCHEDULE, true, 0, 1, shown, runs, false, Optional.empty());
  }

  private static Discovery proved(Discoveries discoveries, String test, Finding finding) {
    Discovery discovery = learn(discoveries, test, finding).getFirst();
    discoveries.isImproved(discovery, proof(10));
    return discoveries.latest(discovery);
  }

  @Test
  void oneThatMayFailTheRunReplacesOneThatMayNot() {
    Discoveries discoveries = after(List.of());
    Discovery doubted = learn(discoveries, "TestBoth", DOUBTED).getFirst();
    discoveries.isImproved(doubted, proof(5));
    Discovery firm = learn(discoveries, "TestAlone", FIRM).getFirst();
    assertThat(discoveries.isImproved(firm, proof(4))).isFalse();
    assertThat(discoveries.isImproved(firm, proof(0, 0))).isFalse();
    assertThat(discoveries.latest(firm).target().shown()).endsWith("TestBoth");
    assertThat(discoveries.isImproved(firm, proof(10))).isTrue();
    assertThat(discoveries.latest(firm).finding()).isEqualTo(FIRM);
    assertThat(discoveries.latest(firm).target().shown()).endsWith("TestAlone");
    assertThat(discoveries.findings()).hasSize(1);
  }

  @Test
  void oneThatIsReportedReplacesOneThatIsNot() {
    Discoveries discoveries = after(List.of());
    Discovery dismissed = proved(discoveries, "TestPair", DISMISSED);
    Discovery doubted = proved(discoveries, "TestEnd", DOUBTED);
    assertThat(doubted.target().shown()).endsWith("TestEnd");
    assertThat(discoveries.latest(dismissed).finding()).isEqualTo(DOUBTED);
    assertThat(learn(discoveries, "TestPair", DISMISSED)).isEmpty();
  }

  @Test
  void soItDoesWhereNeitherHappened() {
    Discoveries discoveries = after(List.of());
    for (Finding seen : List.of(DISMISSED, DOUBTED, DISMISSED)) {
      assertThat(learn(discoveries, "TestPair", seen.with(Strength.SUSPICIOUS))).isEmpty();
    }
    assertThat(discoveries.unproved())
        .singleElement()
        .satisfies(one ->
            assertThat(one.explanation().doubts()).isEqualTo(DOUBTED.explanation().doubts()));
  }

  @Test
  void noTestThatMayNotFailTheRunTakesItsPlaceBack() {
    Discoveries discoveries = after(List.of());
    Discovery firm = proved(discoveries, "TestAlone", FIRM);
    assertThat(learn(discoveries, "TestBoth", DOUBTED)).isEmpty();
    Discovery doubted = new Discovery(DOUBTED, SampleTargets.of("m", "TestBoth"), SCHEDULE, 2);
    assertThat(discoveries.isImproved(doubted, proof(10))).isFalse();
    assertThat(discoveries.latest(firm).finding()).isEqualTo(FIRM);
  }

  @Test
  void itReplacesOneOfAnEarlierTurn() {
    Discovery earlier = proved(after(List.of()), "TestBoth", DOUBTED);
    Discovery later = proved(after(List.of(earlier)), "TestAlone", FIRM);
    assertThat(earlier.better(later).finding()).isEqualTo(FIRM);
  }

  @Test
  void oneThatNoReplayShowsIsNotFirm() {
    Discoveries discoveries = after(List.of());
    Discovery firm = learn(discoveries, "TestAlone", FIRM).getFirst();
    discoveries.isImproved(firm, proof(0));
    Discovery doubted = learn(discoveries, "TestBoth", DOUBTED).getFirst();
    assertThat(discoveries.isImproved(doubted, proof(10))).isTrue();
  }

  @Test
  void aFewTestsThatMayFailTheRunAreTried() {
    Discoveries discoveries = after(List.of());
    proved(discoveries, "TestBoth", DOUBTED);
    for (int i = 0; i < Discovery.MOST_PROOFS; i++) {
      assertThat(learn(discoveries, "TestAlone" + i, FIRM)).hasSize(1);
    }
    assertThat(learn(discoveries, "TestAlone", FIRM)).isEmpty();
  }
}
