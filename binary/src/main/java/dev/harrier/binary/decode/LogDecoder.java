package dev.harrier.binary.decode;

import dev.harrier.binary.log.Constants;
import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.StackId;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns the records of one log, in their order, into events. */
final class LogDecoder {
  private final Decoding decoding;
  private final ChannelRecords channels;
  private final LockRecords locks;
  private final WaitRecords waits;
  private final LifeRecords life;
  private final TimerRecords timers;
  private OptionalInt exitStatus = OptionalInt.empty();
  private boolean whole = true;

  /** Records that were lost since the last one. */
  private long lost;

  LogDecoder(Decoding decoding, Constants text) {
    this.decoding = decoding;
    this.channels = new ChannelRecords(decoding);
    this.locks = new LockRecords(decoding);
    this.waits = new WaitRecords(decoding);
    this.life = new LifeRecords(decoding, text);
    this.timers = new TimerRecords(decoding);
  }

  /** The exit status, if the process ended in good order. */
  OptionalInt exitStatus() {
    return exitStatus;
  }

  /**
   * A record is lost: from here on it is not known which other goroutines live, nor which timers
   * are set.
   */
  void lose() {
    whole = false;
  }

  /** The next record; empty if it is lost. */
  void next(Optional<LogRecord> record) {
    if (record.isEmpty()) {
      lose();
      lost++;
      return;
    }
    if (lost > 0) {
      At at = decoding.at(record.get(), GoroutineId.NONE, StackId.NONE);
      decoding.emit(new Event.Lost(at, lost));
      decoding.objects().gap(at.order());
      lost = 0;
    }
    accept(record.get());
  }

  /** No record follows this one, which is not the end of the process. */
  void cutOff(LogRecord last) {
    life.isCutOff(last, pendingTimers(last));
  }

  private int pendingTimers(LogRecord r) {
    return whole ? timers.pending(r) : Event.Checkpoint.UNKNOWN;
  }

  private void accept(LogRecord r) {
    HookEvent event = decoding.site(r).event();
    waits.before(r, event);
    if (event != HookEvent.READY) {
      life.wokeUnseen(r);
    }
    switch (event) {
      case MAKE -> channels.made(r);
      case SEND -> {
        decoding.tests().sends(r);
        channels.requested(r, HookEvent.SEND);
      }
      case SEND_COMMIT -> channels.committed(r, HookEvent.SEND);
      case SEND_RETURN -> channels.sendReturned(r);
      case RECEIVE -> channels.requested(r, HookEvent.RECEIVE);
      case RECEIVE_COMMIT -> channels.committed(r, HookEvent.RECEIVE);
      case RECEIVE_RETURN -> channels.receiveReturned(r);
      case SEND_DIRECT -> channels.handedOver(r, Direction.SEND);
      case RECEIVE_DIRECT -> channels.handedOver(r, Direction.RECEIVE);
      case CLOSE -> channels.requested(r, HookEvent.CLOSE);
      case CLOSE_COMMIT -> channels.closeCommitted(r);
      case CLOSE_RETURN -> locks.ends(r, HookEvent.CLOSE);
      case SELECT -> channels.selectRequested(r);
      case SELECT_CASE -> channels.selectCase(r);
      case SELECT_COMMIT -> channels.committed(r, HookEvent.SELECT);
      case SELECT_RETURN -> channels.selectReturned(r);
      case GO -> {
        life.goes(r);
        timers.goes(r);
      }
      case GO_CHILD -> life.spawned(r, timers.fired(r));
      case EXIT -> life.exits(r);
      case PARK -> life.parks(r);
      case READY ->
          life.readied(r)
              .ifPresent(target -> {
                channels.readied(r, target);
                life.unblocks(r, target);
              });
      case PANIC -> {
        life.panics(r);
        if (decoding.tests().isTimeLimit(decoding.stack(r))) {
          timers.alarmFires();
        }
      }
      case PANIC_FATAL -> life.crashes();
      case FATAL -> life.fails(r);
      case END -> {
        life.ends(r, pendingTimers(r));
        exitStatus = OptionalInt.of((int) r.argument());
      }
      case LOCK_REQUEST -> locks.requested(r, HookEvent.LOCK_REQUEST, ObjectKind.MUTEX, 0);
      case LOCK -> locks.acquired(r, HookEvent.LOCK_REQUEST, ObjectKind.MUTEX, LockMode.WRITE);
      case LOCK_FAST -> locks.acquiredAtOnce(r);
      case UNLOCK -> locks.released(r);
      case TRY_REQUEST -> locks.requested(r, HookEvent.TRY_REQUEST, ObjectKind.MUTEX, 0);
      case TRY_RETURN -> locks.tried(r, HookEvent.TRY_REQUEST, ObjectKind.MUTEX, LockMode.WRITE);
      case WLOCK_REQUEST -> locks.requested(r, HookEvent.WLOCK_REQUEST, ObjectKind.RWMUTEX, 0);
      case WLOCK -> locks.acquired(r, HookEvent.WLOCK_REQUEST, ObjectKind.RWMUTEX, LockMode.WRITE);
      case WUNLOCK -> locks.writerReleases(r);
      case WUNLOCK_RETURN -> locks.ends(r, HookEvent.WUNLOCK);
      case WTRY_REQUEST -> locks.requested(r, HookEvent.WTRY_REQUEST, ObjectKind.RWMUTEX, 0);
      case WTRY_RETURN ->
          locks.tried(r, HookEvent.WTRY_REQUEST, ObjectKind.RWMUTEX, LockMode.WRITE);
      case RTRY_REQUEST -> locks.requested(r, HookEvent.RTRY_REQUEST, ObjectKind.RWMUTEX, 0);
      case RTRY_RETURN -> locks.tried(r, HookEvent.RTRY_REQUEST, ObjectKind.RWMUTEX, LockMode.READ);
      case RLOCK_TRIED -> locks.readerTried(r);
      case RLOCK_FAST -> locks.readerCounted(r);
      case RLOCK_WAIT -> locks.readerWaits(r);
      case RLOCK_WAITED ->
          locks.acquired(r, HookEvent.RLOCK_WAIT, ObjectKind.RWMUTEX, LockMode.READ);
      case RLOCK_REQUEST -> locks.requested(r, HookEvent.RLOCK_REQUEST, ObjectKind.RWMUTEX, 0);
      case RLOCKED -> locks.acquired(r, HookEvent.RLOCK_REQUEST, ObjectKind.RWMUTEX, LockMode.READ);
      case RUNLOCK -> locks.readerReleases(r);
      case ADD -> waits.added(r, (int) r.argument());
      case ADD_INLINED -> waits.added(r, (int) (r.argument() >> Integer.SIZE));
      case WAIT -> waits.waits(r, HookEvent.WAIT, ObjectKind.WAIT_GROUP, 0);
      case WAITED -> waits.waited(r, HookEvent.WAIT);
      case COND_WAIT ->
          waits.waits(r, HookEvent.COND_WAIT, ObjectKind.COND, WaitRecords.NOTIFY_LIST);
      case COND_WAITED -> waits.waited(r, HookEvent.COND_WAIT);
      case SIGNAL -> waits.signaled(r, false);
      case BROADCAST -> waits.signaled(r, true);
      case ONCE -> locks.begins(r, HookEvent.ONCE);
      case ONCE_RETURN -> locks.ends(r, HookEvent.ONCE);
      case CONTEXT_NEW -> waits.contextMade(r);
      case CONTEXT_PARENT -> waits.parentFound(r);
      case CONTEXT_CANCEL -> waits.contextCanceled(r);
      case CONTEXT_DONE -> waits.waits(r, HookEvent.CONTEXT_DONE, ObjectKind.CONTEXT, 0);
      case CONTEXT_DONE_RETURN -> waits.doneReturned(r);
      case TEST_BEGIN -> decoding.tests().begins(r);
      case TIMER_FUNCTION -> timers.function(r);
      case TIMER_START -> timers.started(r);
      case TIMER_REQUEST -> timers.requested(r);
      case TIMER_MADE -> timers.made(r);
      case TIMER_RESET -> timers.reset(r);
      case TIMER_STOP -> timers.stopped(r);
    }
  }
}
