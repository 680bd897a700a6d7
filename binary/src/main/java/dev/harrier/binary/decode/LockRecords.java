package dev.harrier.binary.decode;

import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.LiveObject;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * Mutexes, read-write mutexes and Onces. A read-write mutex begins with a mutex at its own address,
 * and a Once has one a few bytes on: what happens to those is a part of the outer operation.
 */
final class LockRecords {
  /** {@code RWMutex.readerCount} and {@code RWMutex.readerSem}. */
  private static final int READER_COUNT = 16;

  private static final int READER_SEMAPHORE = 12;

  /** {@code Once.m} is at 4 or 8. */
  private static final int ONCE_MUTEX = 8;

  private final Decoding decoding;
  private final Long2LongOpenHashMap onceOfMutex = new Long2LongOpenHashMap();

  LockRecords(Decoding decoding) {
    this.decoding = decoding;
  }

  void requested(LogRecord r, HookEvent request, ObjectKind kind, int offset) {
    StackId stack = decoding.stack(r);
    long address = r.object() - offset;
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    if (kind == ObjectKind.MUTEX && isInner(goroutine, address)) {
      return;
    }
    if (kind == ObjectKind.MUTEX) {
      noteOnce(goroutine, address);
    }
    LiveObject lock = lock(address, kind, stack);
    goroutine.begin(new LoggedOperation(request, lock.id(), stack, address, true));
  }

  /** The lock of the goroutine's last request was taken. */
  void acquired(LogRecord r, HookEvent request, ObjectKind kind, LockMode mode) {
    decoding
        .goroutine(r)
        .end(request, decoding.emission())
        .ifPresent(o -> acquire(r, o.address(), kind, mode, o.stack(), o.completion()));
  }

  /** As {@link #acquired}, if the record says so. */
  void tried(LogRecord r, HookEvent request, ObjectKind kind, LockMode mode) {
    decoding
        .goroutine(r)
        .end(request, decoding.emission())
        .filter(_ -> r.flag())
        .ifPresent(o -> acquire(r, o.address(), kind, mode, o.stack(), Completion.NEITHER));
  }

  void acquiredAtOnce(LogRecord r) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    if (!isInner(goroutine, r.object())) {
      noteOnce(goroutine, r.object());
      acquire(
          r, r.object(), ObjectKind.MUTEX, LockMode.WRITE, decoding.stack(r), Completion.NEITHER);
    }
  }

  void readerCounted(LogRecord r) {
    long address = r.object() - READER_COUNT;
    StackId stack = decoding.stack(r);
    // The argument is the count before the addition of one.
    if ((int) r.argument() + 1 >= 0) {
      acquire(r, address, ObjectKind.RWMUTEX, LockMode.READ, stack, Completion.NEITHER);
    } else {
      LiveObject lock = lock(address, ObjectKind.RWMUTEX, stack);
      decoding
          .goroutine(r)
          .begin(new LoggedOperation(HookEvent.RLOCK_WAIT, lock.id(), stack, address, true));
    }
  }

  void readerTried(LogRecord r) {
    acquire(
        r,
        r.object() - READER_COUNT,
        ObjectKind.RWMUTEX,
        LockMode.READ,
        decoding.stack(r),
        Completion.NEITHER);
  }

  void readerWaits(LogRecord r) {
    if (decoding.goroutine(r).current(HookEvent.RLOCK_WAIT).isEmpty()) {
      requested(r, HookEvent.RLOCK_WAIT, ObjectKind.RWMUTEX, READER_SEMAPHORE);
    }
  }

  void released(LogRecord r) {
    if (!isInner(decoding.goroutine(r), r.object())) {
      release(r, r.object(), ObjectKind.MUTEX, LockMode.WRITE);
    }
  }

  void writerReleases(LogRecord r) {
    release(r, r.object(), ObjectKind.RWMUTEX, LockMode.WRITE);
    begins(r, HookEvent.WUNLOCK);
  }

  void readerReleases(LogRecord r) {
    long address = decoding.site(r).inline() ? r.object() - READER_COUNT : r.object();
    release(r, address, ObjectKind.RWMUTEX, LockMode.READ);
  }

  /** An operation without events of its own begins. */
  void begins(LogRecord r, HookEvent request) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    StackId stack = decoding.stack(r);
    goroutine.begin(new LoggedOperation(request, ObjectId.NONE, stack, r.object(), true));
  }

  void ends(LogRecord r, HookEvent request) {
    decoding.goroutine(r).end(request, decoding.emission());
  }

  private void acquire(
      LogRecord r,
      long address,
      ObjectKind kind,
      LockMode mode,
      StackId stack,
      Completion completion) {
    LiveObject lock = lock(address, kind, stack);
    if (decoding.objects().refuses(lock, mode)) {
      // No lock is taken that is held: the former lock at this address was collected.
      lock = decoding.objects().replace(outer(address), lock.kind(), stack);
    }
    At at = decoding.at(r, stack);
    lock.acquire(mode, at.order());
    decoding.emit(new Event.Acquire(at, lock.id(), mode, completion));
  }

  private void release(LogRecord r, long address, ObjectKind kind, LockMode mode) {
    StackId stack = decoding.stack(r);
    LiveObject lock = lock(address, kind, stack);
    lock.release(mode);
    decoding.emit(new Event.Release(decoding.at(r, stack), lock.id(), mode));
  }

  private LiveObject lock(long address, ObjectKind kind, StackId stack) {
    long outer = outer(address);
    return decoding.objects().onlyAt(outer, outer == address ? kind : ObjectKind.ONCE, stack);
  }

  private long outer(long address) {
    return onceOfMutex.getOrDefault(address, address);
  }

  /** Whether the goroutine is at work on a read-write mutex at this address. */
  private static boolean isInner(GoroutineDecodeState goroutine, long address) {
    return goroutine
        .current()
        .filter(o ->
            switch (o.request()) {
              case WLOCK_REQUEST, WUNLOCK, WTRY_REQUEST -> o.address() == address;
              default -> false;
            })
        .isPresent();
  }

  private void noteOnce(GoroutineDecodeState goroutine, long address) {
    goroutine
        .current(HookEvent.ONCE)
        .filter(o -> address > o.address() && address <= o.address() + ONCE_MUTEX)
        .ifPresent(o -> onceOfMutex.put(address, o.address()));
  }
}
