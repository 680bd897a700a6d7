package dev.harrier.explore.reversal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReversalGuideTest {
  private static final Target TARGET = SampleTargets.of("app", "TestIt");
  private static final String SPAWN =
      "g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:1\ng1 operation 1\n";
  private static final String MAIN =
      """
      g1 operation 2
      g1 acquire o1 @ app.main a.go:5
      g1 operation 3
      g1 release o1 @ app.main a.go:6
      """;
  private static final String OTHER =
      """
      g2 operation 1
      g2 acquire o1 @ app.a a.go:2
      g2 operation 2
      g2 release o1 @ app.a a.go:3
      """;
  private static final GoroutineName CHILD = new GoroutineName(2);

  private final ReversalGuide guide =
      new ReversalGuide(
          new PortfolioGuide(
              new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY))),
          1,
          2,
          1,
          ReversalMemory.NONE);

  private static Result result(String text) {
    Trace trace = TextTrace.parse(text);
    return SampleResults.passed(
        List.of(),
        Observations.none()
            .with(
                ReversalRecorder.REVERSALS,
                Recorded.of(trace, new ReversalRecorder(trace, _ -> true, Stack::top))));
  }

  private final Guide plain =
      new PortfolioGuide(new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY)));
  private int index;

  private Schedule next() {
    return guide.next(TARGET, index++, 100);
  }

  /** The next schedule in which a goroutine is delayed; nothing else comes of the ones before. */
  private Schedule nextReversal() {
    for (int i = 0; i < 100; i++) {
      Schedule schedule = next();
      if (!schedule.plan().isEmpty()) {
        return schedule;
      }
    }
    throw new AssertionError("no reversal");
  }

  private static Schedule with(Schedule schedule, PlanEntry... delays) {
    return ((Schedule.Controlled) schedule).with(new Plan(List.of(delays)));
  }

  @Test
  void theSameRunComesAgainWithOneDelayed() {
    Schedule first = next();
    guide.learn(TARGET, first, result(SPAWN + OTHER + MAIN));
    assertThat(nextReversal())
        .isEqualTo(with(first, new PlanEntry.Delay(CHILD, 0, GoroutineName.MAIN, 2)));
  }

  @Test
  void aScheduleOfAnotherWorkerIsNewOnce() {
    Schedule theirs = plain.next(TARGET, 7, 100);
    assertThat(guide.learn(TARGET, theirs, result(SPAWN + OTHER + MAIN))).isTrue();
    assertThat(guide.learn(TARGET, theirs, result(SPAWN + OTHER + MAIN))).isFalse();
    assertThat(nextReversal())
        .isEqualTo(with(theirs, new PlanEntry.Delay(CHILD, 0, GoroutineName.MAIN, 2)));
  }

  @Test
  void whatTheSameRunDoesNotTurnRoundIsTriedInOthers() {
    Schedule first = next();
    guide.learn(TARGET, first, result(SPAWN + OTHER + MAIN));
    nextReversal();
    Schedule second = nextReversal();
    assertThat(second.plan().entries()).containsExactly(new PlanEntry.Delay(CHILD, 0));
    assertThat(with(second)).isNotEqualTo(first);
    assertThat(IntStream.range(1, index).mapToObj(i -> plain.next(TARGET, i, 100)))
        .contains(with(second));
  }

  @Test
  void whatNothingTurnsRoundIsGivenUp() {
    int tries = 0;
    for (int i = 0; i < 3000; i++) {
      Schedule schedule = next();
      tries += schedule.plan().isEmpty() ? 0 : 1;
      guide.learn(TARGET, schedule, result(SPAWN + OTHER + MAIN));
    }
    assertThat(tries).isEqualTo(10);
  }

  @Test
  void otherExecutionsAreNumberedWithoutGaps() {
    Schedule first = next();
    guide.learn(TARGET, first, result(SPAWN + OTHER + MAIN));
    int others = 1;
    for (int i = 1; i < 50; i++) {
      Schedule schedule = with(next());
      if (!schedule.equals(first)) {
        assertThat(schedule).isEqualTo(plain.next(TARGET, others, 100));
        others++;
      }
    }
    assertThat(others).isEqualTo(49);
  }
}
