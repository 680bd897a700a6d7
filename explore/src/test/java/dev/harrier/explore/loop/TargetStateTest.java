package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TargetStateTest {
  private final Target target = SampleTargets.of("example.com/m", "TestM");
  private final TargetState state = new TargetState(target, 0, List.of());

  private void learn(Completeness completeness) {
    state.learn(new Schedule.Native(Plan.EMPTY), SampleResults.traced(completeness));
  }

  @Test
  void executionsWithoutAWholeTraceAreCounted() {
    learn(new Completeness.Whole());
    assertThat(state.gaps()).isEmpty();
    learn(new Completeness.Partial(Completeness.Cause.NOT_WRITTEN, "the disk was full", 3));
    learn(new Completeness.Unread("it is damaged"));
    assertThat(state.gaps())
        .containsExactly(new Gap.CutExecutions(target.shown(), Gap.Shortage.TRACE, 2, 3, false));
  }

  /** What a test says when it panics every time may differ, as which error comes first. */
  @Test
  void whatPanicsAtOnePlaceEveryTimeIsOfNoSchedule() {
    Site dial = new Site("m.TestM.func1", "m_test.go", 69);
    Finding refused = SampleFindings.panicSaying("connection refused", dial);
    Finding denied = SampleFindings.panicSaying("unknown certificate", dial);
    for (Finding panic : List.of(refused, denied, refused)) {
      state.learn(new Schedule.Native(Plan.EMPTY), SampleResults.failed(List.of(panic), Set.of()));
    }
    assertThat(state.alwaysPanics()).isTrue();
    assertThat(state.judge(denied).strength()).isEqualTo(Strength.SUSPICIOUS);
    Finding elsewhere = SampleFindings.panicIn(new Site("m.f", "m.go", 3));
    assertThat(state.judge(elsewhere)).isEqualTo(elsewhere);
  }

  /** One execution may be all that there is time for, or the others are cut short. */
  @Test
  void whatAlsoPanicsWithoutAScheduleIsOfNoSchedule() {
    Finding panic = SampleFindings.panicIn(new Site("m.TestM", "m_test.go", 69));
    state.learn(
        new Schedule.Native(Plan.EMPTY), SampleResults.failed(List.of(panic), Set.of("TestM")));
    assertThat(state.judge(panic)).isEqualTo(panic);
    assertThat(state.isToRunWithout(panic)).isTrue();
    state.panicked(panic, 3);
    assertThat(state.isToRunWithout(panic)).isFalse();
    assertThat(state.alwaysPanics()).isTrue();
    assertThat(state.judge(panic).explanation().doubts())
        .containsExactly(new Doubt.EveryExecution(4));
    state.learn(new Schedule.Native(Plan.EMPTY), SampleResults.outOfTime());
    assertThat(state.alwaysPanics()).isFalse();
    assertThat(state.judge(panic).strength()).isEqualTo(Strength.SUSPICIOUS);
    learn(new Completeness.Whole());
    assertThat(state.judge(panic)).isEqualTo(panic);
  }

  @Test
  void whatDoesNotPanicWithoutAScheduleIsOfOne() {
    Finding panic = SampleFindings.panicIn(new Site("m.TestM", "m_test.go", 69));
    state.panicked(panic, 0);
    state.learn(
        new Schedule.Native(Plan.EMPTY), SampleResults.failed(List.of(panic), Set.of("TestM")));
    assertThat(state.isToRunWithout(panic)).isFalse();
    assertThat(state.judge(panic)).isEqualTo(panic);
  }

  @Test
  void aTestThatCannotBeRunIsLost() {
    state.giveUp("example.com/m.TestM left no trace");
    assertThat(state.gaps())
        .containsExactly(new Gap.UnrunTest(target.shown(), "example.com/m.TestM left no trace"))
        .allMatch(Gap::losesAll);
  }

  /** A share says nothing of the test: it is given up when all that any may take is not enough. */
  @Test
  void shareThatIsOverGivesATestMoreAndNoTestUp() {
    Duration look = Duration.ofMillis(100);
    Duration most = Duration.ofMillis(700);
    List<Long> shares = new ArrayList<>();
    while (state.isOpen()) {
      state.take();
      Duration share = state.share(look, most);
      shares.add(share.toMillis());
      state.learn(
          new Schedule.Native(Plan.EMPTY), SampleResults.outOfShare(share), share, most, false);
    }
    assertThat(shares).containsExactly(100L, 100L, 200L, 400L, 700L, 700L, 700L);
  }

  @Test
  void timeThatIsOverEveryTimeGivesATestUp() {
    for (int i = 0; i < 3; i++) {
      state.learn(new Schedule.Native(Plan.EMPTY), SampleResults.outOfTime());
    }
    assertThat(state.gaps())
        .containsExactly(
            new Gap.CutExecutions(target.shown(), Gap.Shortage.TIME_OR_OUTPUT, 3, 3, true));
  }

  /**
   * Which execution is the last one is up to the clock, and no gap in what is known of the test.
   */
  @Test
  void theEndOfTheTimeCutsNoTestThatHadExecutions() {
    Completeness unread = new Completeness.Partial(Completeness.Cause.NOT_ANALYZED, "", 3);
    learnLast(unread);
    assertThat(state.gaps())
        .containsExactly(
            new Gap.CutExecutions(target.shown(), Gap.Shortage.TIME_OR_OUTPUT, 1, 1, false));
    learnLast(unread);
    assertThat(state.gaps())
        .extracting(gap -> ((Gap.CutExecutions) gap).executions())
        .containsExactly(1L);
  }

  /** They may have failed as all others did: the test then fails under every schedule. */
  @Test
  void executionsThatWereCutOffNeitherPassedNorFailed() {
    Schedule natively = new Schedule.Native(Plan.EMPTY);
    for (Result result :
        List.of(
            SampleResults.failed(List.of(), Set.of("TestM")),
            SampleResults.outOfTime(),
            SampleResults.outOfShare(Duration.ofSeconds(1)),
            SampleResults.unread(),
            SampleResults.failed(List.of(), Set.of("TestM")))) {
      state.learn(natively, result);
    }
    FailingTest failing = state.failing().orElseThrow();
    assertThat(failing.failed()).isEqualTo(2);
    assertThat(failing.executions()).isEqualTo(2);
    assertThat(failing.isConstant()).isTrue();

    learn(new Completeness.Whole());
    assertThat(state.failing().orElseThrow().isConstant()).isFalse();
  }

  private void learnLast(Completeness completeness) {
    state.learn(
        new Schedule.Native(Plan.EMPTY),
        SampleResults.traced(completeness),
        Duration.ZERO,
        Duration.ofSeconds(1),
        true);
  }
}
