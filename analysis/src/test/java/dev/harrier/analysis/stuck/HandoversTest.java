package dev.harrier.analysis.stuck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The source says who unlocks before it has ever happened. */
final class HandoversTest {
  private static final String OPEN =
      """
      g1 acquire o1 @ m.open m.go:2
      g1 spawn g2 m.open.func1 m.go:3 @ m.open m.go:3
      """;

  private static List<Long> heirs(String source) {
    return heirs(OPEN, source);
  }

  private static List<Long> heirs(String events, String source) {
    Trace trace = TextTrace.parse(events);
    ProgramState program = new ProgramState(trace);
    trace.replay(program::apply);
    Explainer explainer =
        new Explainer(program, new AnalysisContext(List.of("m"), "", _ -> source.lines().toList()));
    LockState lock = (LockState) program.object(new ObjectId(1));
    return Handovers.of(program, explainer).heirs(lock.holders().getFirst()).stream()
        .map(GoroutineState::id)
        .map(id -> id.value())
        .toList();
  }

  @Test
  void aLiteralThatUnlocksGivesTheLockBack() {
    assertThat(
            heirs(
                """
                func open() {
                	mu.Lock()
                	go withRecover(func() {
                		if err := dial(); err != nil {
                			log(err)
                		}
                		mu.Unlock()
                	})
                }
                """))
        .containsExactly(2L);
  }

  @Test
  void bracesAndWordsInStringsAndCommentsAreNoCode() {
    assertThat(
            heirs(
                """
                func open() {
                	mu.Lock()
                	go func() {
                		log("{ mu.Unlock()", '}', `
                		} mu.Unlock()`) // mu.Unlock()
                		/* }
                		mu.Unlock() */
                	}()
                	mu.Unlock()
                }
                """))
        .isEmpty();
    assertThat(
            heirs(
                """
                func open() {
                	mu.Lock()
                	go func() {
                		log("}", "\\"}")
                		mu.Unlock()
                	}()
                }
                """))
        .containsExactly(2L);
  }

  @Test
  void whatComesAfterTheGoStatementIsItsCreators() {
    assertThat(
            heirs(
                """
                func open() {
                	mu.Lock()
                	go dial()
                	mu.Unlock()
                }
                """))
        .isEmpty();
  }

  @Test
  void whatWaitsForTheLockIsNotToUnlockIt() {
    assertThat(
            heirs(
                OPEN + "g2 block [sync.Mutex.Lock] o1 @ m.open.func1 m.go:4\n",
                """
                func open() {
                	mu.Lock()
                	go func() {
                		mu.Lock()
                		mu.Unlock()
                	}()
                }
                """))
        .isEmpty();
  }
}
