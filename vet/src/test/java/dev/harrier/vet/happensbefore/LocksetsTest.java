package dev.harrier.vet.happensbefore;

import static dev.harrier.vet.graph.Sketch.MUTEX;
import static dev.harrier.vet.graph.Sketch.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.Sketch;
import dev.harrier.vet.happensbefore.Locksets.Held;
import dev.harrier.vet.happensbefore.Locksets.How;
import dev.harrier.vet.sync.Exclusion;
import org.junit.jupiter.api.Test;

/** Which locks are held where. */
final class LocksetsTest {
  private static final Held HELD = new Held(MUTEX, How.MUTEX);

  private final Sketch sketch = new Sketch();
  private final Sketch.Line root = sketch.root();

  @Test
  void aLockIsHeldFromLockToUnlock() {
    root.op(new Op.Lock(MUTEX, Exclusion.EXCLUSIVE));
    int inside = root.pass();
    root.op(new Op.Unlock(MUTEX, Exclusion.EXCLUSIVE));
    int outside = root.pass();
    assertThat(sketch.locksets().at(inside)).containsEntry(HELD, Exclusion.EXCLUSIVE);
    assertThat(sketch.locksets().at(outside)).isEmpty();
  }

  @Test
  void aGoroutineDoesNotInheritLocks() {
    root.op(new Op.Lock(MUTEX, Exclusion.EXCLUSIVE));
    int inside = root.go().pass();
    assertThat(sketch.locksets().at(inside)).isEmpty();
  }

  @Test
  void wherePathsMeetOnlyCommonLocksAreHeldInTheWeakerMode() {
    Sketch.Line other = root.branch();
    root.op(new Op.Lock(MUTEX, Exclusion.EXCLUSIVE));
    root.op(new Op.Lock(OTHER, Exclusion.EXCLUSIVE));
    other.op(new Op.Lock(MUTEX, Exclusion.SHARED));
    root.join(other);
    int joined = root.pass();
    assertThat(sketch.locksets().at(joined)).hasSize(1).containsEntry(HELD, Exclusion.SHARED);
  }

  @Test
  void aLockTakenInALoopIsNotHeldAtItsHead() {
    int head = root.pass();
    root.op(new Op.Lock(MUTEX, Exclusion.EXCLUSIVE));
    int inside = root.pass();
    root.loopTo(head);
    assertThat(sketch.locksets().at(head)).isEmpty();
    assertThat(sketch.locksets().at(inside)).containsKey(HELD);
  }
}
