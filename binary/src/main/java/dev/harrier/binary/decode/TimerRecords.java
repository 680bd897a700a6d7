package dev.harrier.binary.decode;

import dev.harrier.binary.log.LogRecord;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;

/**
 * Which timers are set: as long as one is, a program that stands still may continue; and which
 * goroutine set the timer that starts a goroutine.
 */
final class TimerRecords {
  /** A timer that is due by less may still have to fire. */
  private static final long LATE_NANOS = 50_000_000;

  private static final int SMALL = 1 << 12;

  /** What a ticker, which is never due for the last time, has for a deadline. */
  private static final long NEVER = Long.MAX_VALUE;

  /** The goroutine that sets the time limit of all tests. */
  private static final long MAIN = 1;

  /** What the runtime does on a system stack is done by no goroutine. */
  private static final long RUNTIME = 0;

  /**
   * Timers whose functions are remembered; beyond that the goroutine that resets one is not known.
   */
  private static final int MOST_FUNCTIONS = 1 << 16;

  private static final String SETS_ALARM = "testing.(*M).startAlarm";

  private final Decoding decoding;
  private final Long2LongMap deadlines = new Long2LongOpenHashMap();

  /** By goroutine: the deadline of the timer that it is making. */
  private final Long2LongMap beingMade = new Long2LongOpenHashMap();

  /** By the goroutine that is making one, and by timer: the function value that it will run. */
  private final Long2LongMap functionBeingSet = new Long2LongOpenHashMap();

  private final Long2LongMap functions = new Long2LongOpenHashMap();

  /** The timer whose function the runtime is about to start a goroutine for. */
  private ObjectId firing = ObjectId.NONE;

  private int limit = SMALL;

  /** The timer of the time limit of all tests; 0 if there is none. */
  private long alarm;

  private boolean alarmBeingMade;

  TimerRecords(Decoding decoding) {
    this.decoding = decoding;
  }

  /** The time limit was reached. */
  void alarmFires() {
    deadlines.remove(alarm);
  }

  /** A timer is made: the object word is when it is due, the argument its period. */
  void requested(LogRecord r) {
    beingMade.put(r.goroutine(), r.argument() > 0 ? NEVER : r.object());
    alarmBeingMade |= isAlarm(r);
  }

  /**
   * A timer that will run a function is about to be made. It is known by its function value, which
   * is all that is known when it fires; timers of one function that captures nothing are one.
   */
  void function(LogRecord r) {
    functionBeingSet.put(r.goroutine(), r.object());
    sets(r, r.object());
  }

  private void sets(LogRecord r, long function) {
    StackId stack = decoding.stack(r);
    ObjectId timer = decoding.objects().onlyAt(function, ObjectKind.TIMER, stack).id();
    decoding.emit(new Event.TimerSet(decoding.at(r, stack), timer));
  }

  private void runs(LogRecord r) {
    if (functionBeingSet.containsKey(r.goroutine())) {
      if (functions.size() > MOST_FUNCTIONS) {
        functions.clear();
      }
      functions.put(r.object(), functionBeingSet.remove(r.goroutine()));
    } else {
      functions.remove(r.object());
    }
  }

  /** A goroutine is about to be created: by the runtime, if a timer fires. */
  void goes(LogRecord r) {
    if (r.goroutine() == RUNTIME) {
      firing = decoding.objects().known(r.object(), ObjectKind.TIMER);
    }
  }

  /** The timer whose function the goroutine runs that was just created; NONE if none does. */
  ObjectId fired(LogRecord r) {
    ObjectId timer = r.goroutine() == RUNTIME ? firing : ObjectId.NONE;
    if (r.goroutine() == RUNTIME) {
      firing = ObjectId.NONE;
    }
    return timer;
  }

  /** It is at this address. */
  void made(LogRecord r) {
    runs(r);
    if (beingMade.containsKey(r.goroutine())) {
      set(r, r.object(), beingMade.remove(r.goroutine()));
    }
    if (alarmBeingMade && r.goroutine() == MAIN) {
      alarm = r.object();
      alarmBeingMade = false;
    }
  }

  /** It gets another time, the argument, and keeps its period. */
  void reset(LogRecord r) {
    if (functions.containsKey(r.object())) {
      sets(r, functions.get(r.object()));
    }
    set(r, r.object(), deadlines.get(r.object()) == NEVER ? NEVER : r.argument());
  }

  void started(LogRecord r) {
    runs(r);
    set(r, r.object(), NEVER);
    if (isAlarm(r)) {
      alarm = r.object();
    }
  }

  void stopped(LogRecord r) {
    deadlines.remove(r.object());
  }

  private boolean isAlarm(LogRecord r) {
    return r.goroutine() == MAIN
        && alarm == 0
        && decoding.stacks().get(decoding.stack(r)).frames().stream()
            .anyMatch(f -> f.function().equals(SETS_ALARM));
  }

  /** How many are set at the moment of a record. */
  int pending(LogRecord r) {
    forgetPast(r);
    return deadlines.size();
  }

  private void set(LogRecord r, long timer, long deadline) {
    deadlines.put(timer, deadline);
    if (deadlines.size() > limit) {
      forgetPast(r);
      limit = Math.max(SMALL, 2 * deadlines.size());
    }
  }

  private void forgetPast(LogRecord r) {
    long now = decoding.file().monotonic(r.cycles());
    for (LongIterator each = deadlines.values().iterator(); each.hasNext(); ) {
      long deadline = each.nextLong();
      if (deadline != NEVER && deadline + LATE_NANOS < now) {
        each.remove();
      }
    }
  }
}
