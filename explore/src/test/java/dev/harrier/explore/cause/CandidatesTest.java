package dev.harrier.explore.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceFiles;
import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two executions next to each other: what came in another order, and may matter. */
final class CandidatesTest {
  private static final PlanEntry DECISION =
      new PlanEntry.Next(new GoroutineName(2), 1, new GoroutineName(3));

  private static final String START =
      """
      g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
      g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
      """;

  private static final String FIRST =
      """
      g2 operation 1
      g2 acquire o1 @ app.a a.go:3
      g2 operation 2
      g2 release o1 @ app.a a.go:4
      g2 operation 3
      g2 acquire o2 @ app.a a.go:5
      """;

  private static final String SECOND =
      """
      g3 operation 1
      g3 acquire o1 @ app.b a.go:6
      g3 operation 2
      g3 release o1 @ app.b a.go:7
      """;

  private static OperationLog log(String text) {
    Trace trace = TextTrace.parse(text);
    AnalysisContext context = new AnalysisContext(List.of("app"), "", new SourceFiles());
    return Recorded.of(trace, new OperationRecorder(trace, context));
  }

  private static List<Candidates> candidates(String failing, String passing) {
    return Candidates.of(log(failing), log(passing), 0, DECISION);
  }

  @Test
  void locksOfOneMutexInAnotherOrderAreCandidates() {
    List<Candidates> found = candidates(START + SECOND + FIRST, START + FIRST + SECOND);
    assertThat(found).hasSize(1);
    Entry former = found.getFirst().formers().getFirst();
    assertThat(former.operation().site().line()).isEqualTo(6);
    assertThat(found.getFirst().latters())
        .extracting(entry -> entry.operation().site().line())
        .containsExactly(3);
  }

  @Test
  void executionsInTheSameOrderHaveNone() {
    assertThat(candidates(START + SECOND + FIRST, START + SECOND + FIRST)).isEmpty();
  }

  @Test
  void anOperationThatOnlyThePassingExecutionGetsToComesTooLateInTheOther() {
    assertThat(candidates(START + SECOND, START + FIRST + SECOND)).hasSize(1);
  }

  @Test
  void locksOfDifferentMutexesHaveNoOrder() {
    String other = SECOND.replace("o1", "o3");
    assertThat(candidates(START + other + FIRST, START + FIRST + other)).isEmpty();
  }

  /** As a library does that finds its work done: it needs fewer operations of its own. */
  @Test
  void anOperationIsTheSameWhereItsNumberDiffers() {
    String fewer = START + SECOND + FIRST.replace("operation 1", "operation 5");
    List<Candidates> found = candidates(START + SECOND + FIRST, fewer.replace(SECOND, "") + SECOND);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().latters())
        .extracting(entry -> entry.key().number())
        .containsExactly(5L);
  }
}
