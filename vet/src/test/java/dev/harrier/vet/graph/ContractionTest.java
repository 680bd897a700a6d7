package dev.harrier.vet.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.happensbefore.Capacities;
import dev.harrier.vet.happensbefore.Completion;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.sync.SyncKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ContractionTest {
  private final Sketch sketch = new Sketch();

  private EventGraph contracted() {
    return Contraction.of(sketch.graph, Set.of(Sketch.X.base())).graph();
  }

  @Test
  void nodesAtWhichNothingHappensVanish() {
    Sketch.Line root = sketch.root();
    root.pass();
    Sketch.Line other = root.branch();
    root.pass();
    other.pass();
    root.join(other);
    root.write();
    EventGraph graph = contracted();
    assertThat(graph.size()).isEqualTo(2);
    assertThat(graph.successors(0).toIntArray()).containsExactly(1);
    assertThat(graph.accesses()).singleElement().extracting(MemoryAccess::node).isEqualTo(1);
  }

  @Test
  void loopsStay() {
    Sketch.Line root = sketch.root();
    int head = root.pass();
    root.sync(SyncKind.SEND, Sketch.CHANNEL);
    root.loopTo(head);
    root.write();
    EventGraph graph = contracted();
    assertThat(graph.size()).isEqualTo(3);
    assertThat(graph.successors(1).toIntArray()).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void theOrderOfEventsIsTheSame() {
    Sketch.Line root = sketch.root();
    root.sync(SyncKind.ADD, Sketch.GROUP);
    Sketch.Line child = root.go();
    child.pass();
    MemoryAccess written = child.write();
    child.sync(SyncKind.DONE, Sketch.GROUP);
    root.pass();
    MemoryAccess early = root.write();
    root.sync(SyncKind.WAIT, Sketch.GROUP);
    MemoryAccess late = root.write();
    EventGraph graph = contracted();
    Completion completion =
        new Completion(
            new Topology(graph),
            new Capacities(),
            new Locksets(new Topology(graph), new Capacities()));
    assertThat(graph.size()).isLessThan(sketch.graph.size());
    assertThat(completion.isDone(graph.accesses().get(late.id()).node(), written)).isTrue();
    assertThat(completion.isDone(graph.accesses().get(early.id()).node(), written)).isFalse();
  }
}
