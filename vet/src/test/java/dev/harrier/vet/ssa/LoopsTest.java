package dev.harrier.vet.ssa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loops of functions, and which of their blocks every iteration runs. */
final class LoopsTest {
  @TempDir private Path directory;

  private Function function(String body) throws Exception {
    String code = "func F(n int, c, d chan int) {\n" + body + "\n}\n";
    return GoSource.function(GoSource.program(directory, code), "m.F");
  }

  private static Loops.Loop only(Function f) {
    Loops loops = new Loops(f, Dominators.of(f));
    assertThat(loops.all()).hasSize(1);
    return loops.all().getFirst();
  }

  private static int sends(Function f, Iterable<Integer> blocks) {
    int sends = 0;
    for (int block : blocks) {
      for (Instruction i : f.blocks().get(block).instructions()) {
        sends += i instanceof Instruction.Send ? 1 : 0;
      }
    }
    return sends;
  }

  @Test
  void everyIterationRunsWhatNoBranchAvoids() throws Exception {
    Function f = function("for range n { c <- 1; if n > 3 { d <- 2 } }");
    Loops.Loop loop = only(f);
    assertThat(sends(f, loop.blocks())).isEqualTo(2);
    assertThat(sends(f, loop.everyTime())).isEqualTo(1);
  }

  @Test
  void aBreakIsNoExitByTheConditionOfTheLoop() throws Exception {
    Function f = function("for i := 0; i < n; i++ { if n == 5 { break }; c <- i }");
    Loops.Loop loop = only(f);
    assertThat(loop.exits()).hasSize(1);
    assertThat(loop.exits().iterator().next().from()).isEqualTo(loop.header());
  }

  @Test
  void straightCodeHasNone() throws Exception {
    Function f = function("c <- 1; if n > 3 { d <- 2 }");
    assertThat(new Loops(f, Dominators.of(f)).all()).isEmpty();
  }

  @Test
  void anInnerLoopIsPartOfTheOuterOne() throws Exception {
    Function f = function("for range n { for range n { c <- 1 } }");
    Loops loops = new Loops(f, Dominators.of(f));
    assertThat(loops.all()).hasSize(2);
    Loops.Loop a = loops.all().getFirst();
    Loops.Loop b = loops.all().getLast();
    boolean nested = a.blocks().containsAll(b.blocks()) || b.blocks().containsAll(a.blocks());
    assertThat(nested).isTrue();
  }
}
