package dev.harrier.analysis.predict;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who holds which locks at each moment of a trace. */
final class HeldLocks {
  /** What is known of a lock. */
  private static final class Lock {
    private final long firstUser;
    private final LongArrayList holders = new LongArrayList(1);
    private boolean shared;
    private boolean handedOver;

    Lock(long firstUser) {
      this.firstUser = firstUser;
    }
  }

  private final Long2ObjectOpenHashMap<Lock> locks = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<ArrayList<Hold>> byGoroutine =
      new Long2ObjectOpenHashMap<>();

  /** What the goroutine holds, oldest first. */
  List<Hold> of(GoroutineId goroutine) {
    ArrayList<Hold> holds = byGoroutine.get(goroutine.value());
    return holds == null ? List.of() : holds;
  }

  /** Whether nobody but this goroutine has ever taken the lock. */
  boolean isUnshared(ObjectId id, GoroutineId by) {
    Lock lock = locks.get(id.value());
    return lock == null || (!lock.shared && lock.firstUser == by.value());
  }

  /**
   * Whether somebody gave the lock back who had not taken it: then it is a message rather than a
   * lock, and whoever is blocked while it "holds" it need not stand in anybody's way.
   */
  boolean isHandedOver(ObjectId id) {
    Lock lock = locks.get(id.value());
    return lock != null && lock.handedOver;
  }

  void acquire(Event.Acquire e) {
    long goroutine = e.goroutine().value();
    Lock lock = locks.computeIfAbsent(e.lock().value(), _ -> new Lock(goroutine));
    lock.shared |= lock.firstUser != goroutine;
    lock.holders.add(goroutine);
    byGoroutine
        .computeIfAbsent(goroutine, _ -> new ArrayList<>(2))
        .add(new Hold(e.lock(), e.mode(), e.order(), e.stack(), false));
  }

  void release(Event.Release e) {
    Lock lock = locks.get(e.lock().value());
    if (lock == null || lock.holders.isEmpty()) {
      return;
    }
    if (take(e.goroutine().value(), e.lock(), e.mode()) != null) {
      lock.holders.rem(e.goroutine().value());
      return;
    }
    lock.handedOver = true;
    long holder = lock.holders.removeLong(lock.holders.size() - 1);
    take(holder, e.lock(), e.mode());
  }

  void exit(GoroutineId goroutine) {
    ArrayList<Hold> holds = byGoroutine.get(goroutine.value());
    if (holds == null || holds.isEmpty()) {
      byGoroutine.remove(goroutine.value());
    }
  }

  private @Nullable Hold take(long goroutine, ObjectId lock, LockMode mode) {
    ArrayList<Hold> holds = byGoroutine.get(goroutine);
    if (holds == null) {
      return null;
    }
    for (int i = holds.size() - 1; i >= 0; i--) {
      Hold hold = holds.get(i);
      if (hold.lock().equals(lock) && hold.mode() == mode) {
        return holds.remove(i);
      }
    }
    return null;
  }
}
