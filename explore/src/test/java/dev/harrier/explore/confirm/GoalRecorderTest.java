package dev.harrier.explore.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GoalRecorderTest {
  private static final String START =
      """
      g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
      g1 operation 1
      g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
      g1 operation 2
      """;

  private static final String OPPOSITE =
      START
          + """
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

  private static PlanEntry.Delay delay(long goroutine, long operation) {
    return new PlanEntry.Delay(new GoroutineName(goroutine), operation);
  }

  private static List<Goal> goals(String text) {
    Trace trace = TextTrace.parse(text);
    GoalRecorder recorder = new GoalRecorder(trace::stack);
    AnalysisContext context = new AnalysisContext(List.of("app"), "", SourceLines.none());
    List<Finding> findings =
        new Engine(Catalog.rules(), context).run(trace, Recorded.showing(recorder)).findings();
    return Recorded.end(recorder, findings).goals();
  }

  @Test
  void eachGoroutineIsDelayedAtItsSecondLockInTheOrderOfTheirComing() {
    Goal goal = goals(OPPOSITE).getFirst();
    assertThat(goal.arrivals()).containsExactly(delay(2, 2), delay(3, 2));
  }

  @Test
  void aPlaceIsReachedByTheGoroutineThatBeginsItsOperation() {
    Goal goal = goals(OPPOSITE).getFirst();
    Site first = goal.places().getFirst();
    Site second = goal.places().getLast();
    assertThat(goal.places()).extracting(Site::line).containsExactly(4, 8);
    assertThat(goal.arrived(Map.of(new GoroutineName(2), Set.of(first, second))))
        .containsExactly(true, false);
    assertThat(
            goal.arrived(
                Map.of(new GoroutineName(2), Set.of(first), new GoroutineName(3), Set.of(second))))
        .containsExactly(true, true);
  }

  @Test
  void theOneThatCameFirstIsDelayedFirst() {
    PlanEntry.Delay begin = delay(2, 0);
    PlanEntry.Delay first = delay(2, 2);
    PlanEntry.Delay second = delay(3, 2);
    assertThat(goals(OPPOSITE).getFirst().attempts())
        .containsExactly(
            new Goal.Attempt(List.of(first), false),
            new Goal.Attempt(List.of(begin, first), true),
            new Goal.Attempt(List.of(first, second), false),
            new Goal.Attempt(List.of(begin, first, second), true),
            new Goal.Attempt(List.of(second), false),
            new Goal.Attempt(List.of(begin, second), true));
  }

  @Test
  void aRequestWithoutTheLocksHeldIsAnotherOne() {
    String before =
        START
            + """
            g2 operation 1
            g2 acquire o2 @ app.a a.go:14
            g2 operation 2
            g2 release o2 @ app.a a.go:15
            """
            + OPPOSITE
                .substring(START.length())
                .replaceAll("g2 operation (\\d)", "g2 operation 1$1");
    assertThat(goals(before).getFirst().arrivals()).containsExactly(delay(2, 12), delay(3, 2));
  }

  /** Timers fire when it comes there, and not before it starts. */
  @Test
  void aGoroutineThatBeginsWithTheRequestIsDelayedThereAndBeforeItStarts() {
    String text =
        """
        g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
        g1 operation 1
        g1 add o2 +1 @ app.main a.go:21
        g2 operation 1
        g2 acquire o1 @ app.a a.go:3
        g2 operation 2
        g2 release o1 @ app.a a.go:4
        g2 operation 3
        g2 add o2 -1 @ app.a a.go:5
        g1 operation 2
        g1 acquire o1 @ app.main a.go:22
        g1 operation 3
        g1 wait o2 @ app.main a.go:23
        """;
    assertThat(goals(text).getFirst().attempts())
        .contains(
            new Goal.Attempt(List.of(delay(2, 1)), false),
            new Goal.Attempt(List.of(delay(2, 0), delay(2, 1)), true));
  }

  @Test
  void whatIsNotPredictedIsNoGoal() {
    assertThat(
            goals(
                OPPOSITE
                    .replace("g3 acquire o2", "g3 acquire o3")
                    .replace("g3 release o2", "g3 release o3")))
        .isEmpty();
  }
}
