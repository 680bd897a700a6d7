package dev.harrier.explore.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfirmGuideTest {
  private static final Target TEST = SampleTargets.of("app", "TestIt");

  private static final String OPPOSITE =
      """
      g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
      g1 operation 1
      g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
      g1 operation 2
      g2 operation 1
      g2 acquire o1 @ app.a a.go:3
      g2 operation 2
      g2 acquire o2 @ app.a a.go:4
      g2 operation 3
      g2 release o2 @ app.a a.go:5
      g2 operation 4
      g2 release o1 @ app.a a.go:6
      g3 operation 1
      g3 acquire o2 @ app.b a.go:7
      g3 operation 2
      g3 acquire o1 @ app.b a.go:8
      g3 operation 3
      g3 release o1 @ app.b a.go:9
      g3 operation 4
      g3 release o2 @ app.b a.go:10
      """;

  private final ConfirmGuide guide =
      new ConfirmGuide(
          new PortfolioGuide(
              new Portfolio(
                  List.of(new Mix(Strategy.DEFAULT_ORDER, 0)),
                  7,
                  Conditions.of(2, Network.MEMORY))),
          1);

  private static List<Finding> findings(GoalRecorder recorder, Trace trace) {
    AnalysisContext context = new AnalysisContext(List.of("app"), "", SourceLines.none());
    return new Engine(Catalog.rules(), context).run(trace, Recorded.showing(recorder)).findings();
  }

  private static Result result(boolean happened) {
    Trace trace = TextTrace.parse(OPPOSITE);
    GoalRecorder recorder = new GoalRecorder(trace::stack);
    List<Finding> findings = new ArrayList<>(findings(recorder, trace));
    Observations observations =
        Observations.none().with(GoalRecorder.REACHED, Recorded.end(recorder, findings));
    if (happened) {
      findings.add(findings.getFirst().with(Strength.OBSERVED));
    }
    return SampleResults.passed(findings, observations);
  }

  private static List<PlanEntry> plan(Schedule schedule) {
    return schedule.plan().entries();
  }

  @Test
  void theRunThatShowedAPredictionComesAgainWithItsGoroutinesDelayed() {
    Schedule first = guide.next(TEST, 0, 100);
    assertThat(plan(first)).isEmpty();
    guide.learn(TEST, first, result(false));
    Schedule directed = guide.next(TEST, 1, 100);
    assertThat(plan(directed)).containsExactly(new PlanEntry.Delay(new GoroutineName(2), 2));
    assertThat(((Schedule.Controlled) directed).seed())
        .isEqualTo(((Schedule.Controlled) first).seed());
    assertThat(((Schedule.Controlled) guide.next(TEST, 2, 100)).early()).isEqualTo(1024);
    assertThat(plan(guide.next(TEST, 3, 100))).hasSize(2);
    Doubt.NotConfirmed search = guide.search(result(false).findings().getFirst(), 5);
    assertThat(search.executions()).isEqualTo(5);
    assertThat(search.directed()).isEqualTo(3);
    assertThat(search.unreached()).extracting(Site::line).containsExactly(4, 8);
    assertThat(search.arrived()).isZero();
    guide.learn(TEST, directed, result(false));
    Doubt.NotConfirmed later = guide.search(result(false).findings().getFirst(), 6);
    assertThat(later.unreached()).isEmpty();
    assertThat(later.arrived()).isEqualTo(1);
  }

  @Test
  void whatFiveRunsDoNotMakeHappenWhereAllArriveIsSuspicious() {
    Finding prediction = result(false).findings().getFirst();
    Finding once = Confirmation.tried(prediction, new Doubt.NotConfirmed(20, 10, 4, List.of()));
    assertThat(once.strength()).isEqualTo(Strength.PREDICTED);
    Finding vain = Confirmation.tried(prediction, new Doubt.NotConfirmed(20, 10, 5, List.of()));
    assertThat(vain.strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(Confirmation.untried(vain)).isEqualTo(prediction);
    assertThat(Confirmation.isShownBy(vain, prediction.with(Strength.OBSERVED))).isTrue();
    assertThat(FindingMerge.join(once, once).strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(FindingMerge.join(vain, once).explanation().doubts())
        .containsExactly(new Doubt.NotConfirmed(40, 20, 9, List.of()));
  }

  @Test
  void nothingIsDirectedAtWhatHasHappened() {
    Schedule first = guide.next(TEST, 0, 100);
    guide.learn(TEST, first, result(false));
    guide.learn(TEST, guide.next(TEST, 1, 100), result(true));
    assertThat(plan(guide.next(TEST, 2, 100))).isEmpty();
  }

  @Test
  void aSearchEndsWhenAllHaveHappened() {
    ExpectedFindingsGuide until =
        new ExpectedFindingsGuide(guide, List.of(result(false).findings().getFirst()), 100);
    Schedule schedule = until.next(TEST, 0, 100);
    until.learn(TEST, schedule, result(false));
    assertThat(until.isSatisfied()).isFalse();
    until.learn(TEST, schedule, result(true));
    assertThat(until.isSatisfied()).isTrue();
  }
}
