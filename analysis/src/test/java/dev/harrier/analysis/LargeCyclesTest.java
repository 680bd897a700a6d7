package dev.harrier.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.Predictor;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckProof;
import dev.harrier.analysis.stuck.WaitGraph;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rings of goroutines, each of which wants what the next one holds: thousands take seconds. */
@Timeout(60)
final class LargeCyclesTest {
  private static final int MANY = 20_000;

  private static String ring(int size, String each) {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < size; i++) {
      trace.append("g1 spawn g%d m.f m.go:1 @ m.main m.go:1%n".formatted(i + 2));
    }
    for (int i = 0; i < size; i++) {
      trace.append(each.formatted(i + 2, i + 1, (i + 1) % size + 1));
    }
    return trace.toString();
  }

  private static Predictions predictions(String text) {
    TextTrace trace = TextTrace.parse(text);
    ProgramState program = new ProgramState(trace);
    Predictor predictor = new Predictor(program);
    trace.replay(event -> {
      predictor.accept(event);
      program.apply(event);
    });
    return predictor.predict();
  }

  private static final String IN_TIME =
      """
      g%1$d acquire o%2$d @ m.f m.go:2
      g%1$d acquire o%3$d @ m.f m.go:3
      g%1$d release o%3$d @ m.f m.go:4
      g%1$d release o%2$d @ m.f m.go:5
      """;

  @Test
  void aRingThatCouldDeadlock() {
    Predictions hundred = predictions(ring(100, IN_TIME));
    assertThat(hundred.cycles()).hasSize(1);
    assertThat(hundred.cycles().getFirst().tuples()).hasSize(100);
    assertThat(hundred.limits()).isEmpty();
  }

  /** So many clocks do not fit, and that is said. */
  @Test
  void aRingOfThousandsIsNotPredictedButReported() {
    assertThat(predictions(ring(MANY, IN_TIME)).limits()).containsKey(Limit.CLOCKS);
  }

  @Test
  void aRingThatDidDeadlock() {
    String each = "g%1$d acquire o%2$d @ m.f m.go:2%n".replace("%n", "\n");
    StringBuilder text = new StringBuilder(ring(MANY, each));
    for (int i = 0; i < MANY; i++) {
      text.append(
          "g%d block [sync.Mutex.Lock] o%d @ m.f m.go:3\n".formatted(i + 2, (i + 1) % MANY + 1));
    }
    TextTrace trace = TextTrace.parse(text.toString());
    ProgramState program = new ProgramState(trace);
    trace.replay(program::apply);
    List<Stuck> stuck =
        program.live().stream()
            .filter(g -> g.block().isPresent())
            .map(g -> new Stuck(g, BlockReason.MUTEX_LOCK, StuckProof.QUIESCENCE))
            .toList();
    List<RootCause> causes = new WaitGraph(program, stuck).rootCauses();
    assertThat(causes).hasSize(1);
    assertThat(causes.getFirst().cyclic()).isTrue();
    assertThat(causes.getFirst().members()).hasSize(MANY);
  }

  /** Pairs that each have a cycle of their own. */
  @Test
  void thousandsOfSmallCycles() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < MANY / 10; i++) {
      int a = 2 * i + 1;
      int b = 2 * i + 2;
      text.append("g1 spawn g%d m.f m.go:1%ng1 spawn g%d m.f m.go:1%n".formatted(a + 1, b + 1));
      text.append(IN_TIME.formatted(a + 1, a, b)).append(IN_TIME.formatted(b + 1, b, a));
    }
    assertThat(predictions(text.toString()).cycles()).isNotEmpty();
  }
}
