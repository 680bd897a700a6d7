package dev.harrier.tracing.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StackTableTest {
  private static final int SIGNAL = 7;

  /** The line is that of the instruction before a return address. */
  private static final Symbolizer SYMBOLS =
      (offset, called) ->
          offset == 0
              ? List.of()
              : List.of(
                  offset == SIGNAL
                      ? new Site("runtime.sigpanic", "signal.go", 1)
                      : new Site("main.f", "main.go", (int) offset - (called ? 1 : 0)));

  private final StackTable stacks = new StackTable(SYMBOLS);

  private List<Integer> lines(boolean called, int... offsets) {
    StackId id = stacks.add();
    stacks.define(id, offsets, called, false);
    return stacks.get(id).frames().stream().map(Site::line).toList();
  }

  @Test
  void theInnermostMayBeThePlaceItself() {
    assertThat(lines(true, 20, 30)).containsExactly(19, 29);
    assertThat(lines(false, 20, 30)).containsExactly(20, 29);
  }

  @Test
  void aSignalInterruptsItsInstruction() {
    assertThat(lines(true, SIGNAL, 20, 30)).containsExactly(1, 20, 29);
  }

  @Test
  void aStackIsKnownBeforeItIsDefined() {
    StackId id = stacks.add();
    assertThat(stacks.get(id)).isEqualTo(Stack.EMPTY);
    assertThat(stacks.undefined()).isEqualTo(1);
    stacks.define(id, new int[] {20}, true, false);
    assertThat(stacks.get(id).top().line()).isEqualTo(19);
    assertThat(stacks.undefined()).isZero();
  }

  @Test
  void whatIsUnknownIsAFrame() {
    StackId id = stacks.add();
    stacks.define(id, new int[] {0}, true, false);
    assertThat(stacks.get(id).frames()).containsExactly(Site.UNKNOWN);
  }
}
