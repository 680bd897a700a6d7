package dev.harrier.tracing.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import org.junit.jupiter.api.Test;

final class LiveObjectsTest {
  private static final long ADDRESS = 0xc000010000L;

  private final LiveObjects objects = new LiveObjects(new ObjectTable());

  private LiveObject lock(ObjectKind kind) {
    return objects.at(ADDRESS, kind, StackId.NONE);
  }

  @Test
  void aStructAndItsFirstFieldShareAnAddress() {
    LiveObject group = lock(ObjectKind.WAIT_GROUP);
    LiveObject mutex = lock(ObjectKind.MUTEX);
    assertThat(lock(ObjectKind.WAIT_GROUP)).isSameAs(group);
    assertThat(lock(ObjectKind.MUTEX)).isSameAs(mutex);
    assertThat(objects.known(ADDRESS, ObjectKind.MUTEX)).isEqualTo(mutex.id());
    assertThat(objects.known(ADDRESS, ObjectKind.ONCE)).isEqualTo(ObjectId.NONE);
  }

  @Test
  void whereNothingSharesAnAddressAnotherKindHasTakenItsPlace() {
    LiveObject mutex = objects.onlyAt(ADDRESS, ObjectKind.MUTEX, StackId.NONE);
    assertThat(objects.onlyAt(ADDRESS, ObjectKind.MUTEX, StackId.NONE)).isSameAs(mutex);
    LiveObject group = objects.onlyAt(ADDRESS, ObjectKind.WAIT_GROUP, StackId.NONE);
    assertThat(objects.onlyAt(ADDRESS, ObjectKind.MUTEX, StackId.NONE).id())
        .isNotIn(mutex.id(), group.id());
  }

  @Test
  void whoeverHoldsALockRefusesIt() {
    LiveObject lock = lock(ObjectKind.RWMUTEX);
    lock.acquire(LockMode.READ, 1);
    assertThat(objects.refuses(lock, LockMode.READ)).isFalse();
    assertThat(objects.refuses(lock, LockMode.WRITE)).isTrue();
    lock.release(LockMode.READ);
    lock.acquire(LockMode.WRITE, 2);
    assertThat(objects.refuses(lock, LockMode.READ)).isTrue();
    assertThat(objects.isHeld(lock)).isTrue();
  }

  @Test
  void whatWasTakenBeforeAGapMayHaveBeenGivenBackInIt() {
    LiveObject lock = lock(ObjectKind.MUTEX);
    lock.acquire(LockMode.WRITE, 1);
    objects.gap(2);
    assertThat(objects.refuses(lock, LockMode.WRITE)).isFalse();
    assertThat(objects.isHeld(lock)).isFalse();
    lock.acquire(LockMode.WRITE, 3);
    assertThat(objects.refuses(lock, LockMode.WRITE)).isTrue();
  }
}
