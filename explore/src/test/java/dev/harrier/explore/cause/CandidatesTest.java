package dev.harrier.explore.cause;

import static dev.harrier.explore.cause.SampleLogs.FIRST;
import static dev.harrier.explore.cause.SampleLogs.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two executions next to each other: what came in another order, and may matter. */
final class CandidatesTest {
  private static final PlanEntry DECISION =
      new PlanEntry.Next(new GoroutineName(2), 1, new GoroutineName(3));

  private static final String SECOND =
      """
      g3 operation 1
      g3 acquire o1 @ app.b a.go:6
      g3 operation 2
      g3 release o1 @ app.b a.go:7
      """;

  private static List<Candidates> candidates(String failing, String passing) {
    return Candidates.of(SampleLogs.of(failing), SampleLogs.of(passing), 0, DECISION, 3);
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

  /** A reader can change nothing in a library, though its operations conflict as well. */
  @Test
  void operationsOfTheModuleComeBeforeThoseOfALibrary() {
    String before =
        """
        g3 operation 7
        g3 acquire o4 @ net/http.serve server.go:9
        g3 release o4 @ net/http.serve server.go:10
        """;
    String after =
        """
        g2 operation 8
        g2 acquire o4 @ net/http.send client.go:9 < app.a a.go:8
        g2 release o4 @ net/http.send client.go:10 < app.a a.go:8
        """;
    List<Candidates> found =
        candidates(
            START + before + SECOND + FIRST + after, START + FIRST + after + SECOND + before);
    assertThat(found).hasSize(2);
    assertThat(found.getFirst().formers()).isNotEmpty().allMatch(Entry::isInModule);
    assertThat(found.getFirst().latters()).isNotEmpty().allMatch(Entry::isInModule);
    assertThat(found.getLast().formers())
        .extracting(Entry::within)
        .contains(Optional.of("net/http.serve"));
    assertThat(found.getLast().latters())
        .extracting(Entry::within)
        .contains(Optional.of("net/http.send"));
  }
}
