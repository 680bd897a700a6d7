package dev.harrier.vet.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.Sketch;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** A loop whose body a flag guards: whether the guarded code can run a second time. */
final class FeasibilityTest {
  private static final Flag FLAG = new Flag.Memory(Sketch.OTHER);

  private final Sketch sketch = new Sketch();

  private int guarded(News change) {
    Sketch.Line root = sketch.root();
    int head = root.pass();
    Sketch.Line skip = root.branch();
    root.op(new Op.Observes(FLAG, new News.Equals("false")));
    int guarded = root.pass();
    root.op(new Op.Observes(FLAG, change));
    root.loopTo(head);
    skip.op(new Op.Observes(FLAG, new News.Differs("false")));
    skip.loopTo(head);
    return guarded;
  }

  private boolean canRunAgain(int node, boolean trusted) {
    return new Feasibility(sketch.graph, _ -> trusted)
        .canFollow(node, node, Sketch.X.base(), new BitSet());
  }

  @Test
  void aFlagThatIsSetKeepsCodeFromRunningAgain() {
    assertThat(canRunAgain(guarded(new News.Becomes("true")), true)).isFalse();
  }

  @Test
  void aFlagThatStaysOrIsUnknownDoesNot() {
    assertThat(canRunAgain(guarded(new News.Becomes("false")), true)).isTrue();
  }

  @Test
  void aFlagOfUnknownValueDoesNot() {
    assertThat(canRunAgain(guarded(new News.BecomesAnything()), true)).isTrue();
  }

  @Test
  void aFlagThatOthersMayAssignDoesNot() {
    assertThat(canRunAgain(guarded(new News.Becomes("true")), false)).isTrue();
  }

  @Test
  void aFlagThatAnotherGoroutineAssignsDoesNot() {
    Sketch.Line root = sketch.root();
    Sketch.Line child = root.go();
    child.op(new Op.Observes(FLAG, new News.Becomes("false")));
    int head = root.pass();
    root.op(new Op.Observes(FLAG, new News.Equals("false")));
    int guarded = root.pass();
    root.op(new Op.Observes(FLAG, new News.Becomes("true")));
    root.loopTo(head);
    assertThat(canRunAgain(guarded, true)).isTrue();
  }
}
