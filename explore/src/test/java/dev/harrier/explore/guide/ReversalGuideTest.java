package dev.harrier.explore.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.coverage.RunCoverage;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.feedback.Measures;
import dev.harrier.explore.order.Exercised;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.reversal.ReversalRecorder;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Observations;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReversalGuideTest {
  private static final Target TARGET =
      new Target.OneTest(
          new Program("app", Path.of("app.test"), Path.of("."), "", Map.of()),
          "TestIt",
          "",
          List.of());
  private static final String SPAWN = "g1 spawn g2 app.a a.go:1 @ app.main a.go:1\n";
  private static final String MAIN =
      "g1 acquire o1 @ app.main a.go:5\ng1 release o1 @ app.main a.go:6\n";
  private static final String OTHER =
      "g2 acquire o1 @ app.a a.go:2\ng2 release o1 @ app.a a.go:3\n";

  private final ReversalGuide guide =
      new ReversalGuide(new PortfolioGuide(new Portfolio(Portfolio.standard(), 1)), 1, 2, 1);

  private static Result result(String text) {
    Trace trace = TextTrace.parse(text);
    ReversalRecorder reversals = new ReversalRecorder(trace, _ -> true);
    trace.replay(reversals::accept);
    return new Result(
        new Exit.Exited(0),
        Duration.ZERO,
        List.of(),
        Optional.empty(),
        List.of(),
        new Completeness.Whole(),
        1,
        0,
        Set.of(),
        "",
        false,
        new Observations(RunCoverage.none(), Measures.NONE, Exercised.NONE, reversals.end()));
  }

  @Test
  void theSameRunComesAgainWithOneStandingStill() {
    Schedule first = guide.next(TARGET, 0, 100);
    guide.learn(TARGET, first, result(SPAWN + OTHER + MAIN));
    Schedule second = guide.next(TARGET, 1, 100);
    assertThat(second.plan().entries()).containsExactly(new PlanEntry.Hold(2, 0, 1, 2));
    assertThat(second.environment(Path.of("plan")).get("HARRIER_CONTROL"))
        .isEqualTo(first.environment(Path.of("plan")).get("HARRIER_CONTROL"));
  }

  @Test
  void whatHasComeBothWaysIsDone() {
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(SPAWN + OTHER + MAIN));
    guide.learn(TARGET, guide.next(TARGET, 1, 100), result(SPAWN + MAIN + OTHER));
    guide.next(TARGET, 2, 100);
    assertThat(guide.next(TARGET, 3, 100).plan().entries()).isEmpty();
  }

  @Test
  void whatNothingTurnsRoundIsGivenUp() {
    int tries = 0;
    for (int i = 0; i < 40; i++) {
      Schedule schedule = guide.next(TARGET, i, 100);
      tries += schedule.plan().isEmpty() ? 0 : 1;
      guide.learn(TARGET, schedule, result(SPAWN + OTHER + MAIN));
    }
    // Until the other goroutine acts, and until nobody else can.
    assertThat(tries).isEqualTo(2);
  }

  @Test
  void otherExecutionsAreNumberedWithoutGaps() {
    Guide plain = new PortfolioGuide(new Portfolio(Portfolio.standard(), 1));
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(SPAWN + OTHER + MAIN));
    guide.next(TARGET, 1, 100);
    assertThat(guide.next(TARGET, 2, 100)).isEqualTo(plain.next(TARGET, 1, 100));
  }
}
