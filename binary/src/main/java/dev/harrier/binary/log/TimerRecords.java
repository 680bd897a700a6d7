package dev.harrier.binary.log;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;

/** Which timers are set: as long as one is, a program that stands still may go on. */
final class TimerRecords {
  /** A timer that is due by less may still have to fire. */
  private static final long LATE_NANOS = 50_000_000;

  private static final int SMALL = 1 << 12;

  /** What a ticker, which is never due for the last time, has for a deadline. */
  private static final long NEVER = Long.MAX_VALUE;

  /** The goroutine that sets the time limit of all tests. */
  private static final long MAIN = 1;

  private static final String SETS_ALARM = "testing.(*M).startAlarm";

  private final Decoding decoding;
  private final Long2LongMap deadlines = new Long2LongOpenHashMap();

  /** By goroutine: the deadline of the timer that it is making. */
  private final Long2LongMap beingMade = new Long2LongOpenHashMap();

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

  /** It is at this address. */
  void made(LogRecord r) {
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
    set(r, r.object(), deadlines.get(r.object()) == NEVER ? NEVER : r.argument());
  }

  void started(LogRecord r) {
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
