package dev.harrier.vet.ssa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tree agrees with the definition: without the dominator there is no way from the entry. */
final class DominatorsTest {
  private static final String SHAPES =
      """
      func Diamond(a bool) int {
      	x := 1
      	if a { x = 2 } else { x = 3 }
      	return x
      }

      func Loops(n int) (sum int) {
      	for i := range n {
      		for j := i; j > 0; j-- {
      			if j == 3 { continue }
      			if j == 5 { break }
      			sum += j
      		}
      	}
      	return sum
      }

      func Goto(n int) int {
      again:
      	n--
      	if n > 10 { goto again }
      	if n > 5 { goto end }
      	n *= 2
      end:
      	return n
      }

      func Recovers(f func()) (err error) {
      	defer func() { recover() }()
      	f()
      	return nil
      }

      func Endless(c chan int) {
      	for {
      		switch <-c {
      		case 1: c <- 2
      		case 2: panic("two")
      		}
      	}
      }
      """;

  @TempDir private Path directory;

  @Test
  void dominatorsAgreeWithTheirDefinition() throws Exception {
    Program program = GoSource.program(directory, SHAPES);
    int pairs = 0;
    for (Function f : program.functions()) {
      if (!f.hasBody()) {
        continue;
      }
      Dominators dominators = Dominators.of(f);
      BitSet all = reached(f, -1);
      for (int by = 0; by < f.blocks().size(); by++) {
        BitSet without = reached(f, by);
        for (int block = 0; block < f.blocks().size(); block++) {
          assertThat(dominators.isReachable(block)).isEqualTo(all.get(block));
          if (all.get(by) && all.get(block)) {
            assertThat(dominators.dominates(by, block))
                .as("%s: %d over %d", f, by, block)
                .isEqualTo(by == block || !without.get(block));
            pairs++;
          }
        }
      }
    }
    assertThat(pairs).isGreaterThan(100);
  }

  @Test
  void orderPutsABlockBehindItsDominators() throws Exception {
    Function loops = GoSource.function(GoSource.program(directory, SHAPES), "m.Loops");
    Dominators dominators = Dominators.of(loops);
    List<Integer> order = dominators.reversePostorder();
    assertThat(order).hasSize(loops.blocks().size()).startsWith(0);
    for (int a : order) {
      for (int b : order) {
        if (a != b && dominators.dominates(a, b)) {
          assertThat(order.indexOf(a)).isLessThan(order.indexOf(b));
        }
      }
    }
  }

  /** The blocks that control reaches from the entry without passing {@code avoided}. */
  private static BitSet reached(Function f, int avoided) {
    BitSet seen = new BitSet();
    Deque<Integer> work = new ArrayDeque<>();
    if (avoided != 0) {
      work.push(0);
      seen.set(0);
    }
    while (!work.isEmpty()) {
      int at = work.pop();
      List<Integer> next = new ArrayList<>(f.blocks().get(at).successors());
      if (at == 0) {
        f.body().recoverBlock().ifPresent(next::add);
      }
      for (int s : next) {
        if (s != avoided && !seen.get(s)) {
          seen.set(s);
          work.push(s);
        }
      }
    }
    return seen;
  }
}
