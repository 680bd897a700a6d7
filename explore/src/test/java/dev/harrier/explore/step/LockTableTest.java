package dev.harrier.explore.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import org.junit.jupiter.api.Test;

final class LockTableTest {
  private static final ObjectId LOCK = new ObjectId(7);
  private static final GoroutineId ONE = new GoroutineId(1);
  private static final GoroutineId TWO = new GoroutineId(2);

  private final LockTable table = new LockTable();

  private Event.Acquire acquire(long order, GoroutineId by, LockMode mode) {
    Event.Acquire event =
        new Event.Acquire(new At(order, 0, by, StackId.NONE), LOCK, mode, Completion.NEITHER);
    table.acquire(event);
    return event;
  }

  private Event.Release release(long order, GoroutineId by, LockMode mode) {
    return new Event.Release(new At(order, 0, by, StackId.NONE), LOCK, mode);
  }

  @Test
  void aReleaseEndsTheHoldOfItsOwnGoroutine() {
    Event.Acquire first = acquire(1, ONE, LockMode.READ);
    Event.Acquire second = acquire(2, TWO, LockMode.READ);
    Event.Acquire again = acquire(3, ONE, LockMode.READ);
    assertThat(table.release(release(4, ONE, LockMode.READ))).contains(again);
    assertThat(table.holdersOf(LOCK)).containsExactly(first, second);
    assertThat(table.heldBy(ONE)).containsExactly(first);
    assertThat(table.holdsAny(TWO)).isTrue();
  }

  @Test
  void anotherGoroutineMayGiveBackALock() {
    Event.Acquire hold = acquire(1, ONE, LockMode.WRITE);
    assertThat(table.release(release(2, TWO, LockMode.WRITE))).contains(hold);
    assertThat(table.holdsAny(ONE)).isFalse();
    assertThat(table.heldBy(ONE)).isEmpty();
    assertThat(table.holdersOf(LOCK)).isEmpty();
  }

  @Test
  void aReleaseEndsNoHoldOfAnotherMode() {
    Event.Acquire hold = acquire(1, ONE, LockMode.READ);
    assertThat(table.release(release(2, ONE, LockMode.WRITE))).isEmpty();
    assertThat(table.holdersOf(LOCK)).containsExactly(hold);
  }

  @Test
  void aReleaseOfALockThatWasTakenBeforeTheTraceEndsNothing() {
    assertThat(table.release(release(1, ONE, LockMode.WRITE))).isEmpty();
    assertThat(table.holdersOf(LOCK)).isEmpty();
  }
}
