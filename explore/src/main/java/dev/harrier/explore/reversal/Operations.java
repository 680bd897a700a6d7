package dev.harrier.explore.reversal;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Numbers the operations of each goroutine as the runtime does (control.go, {@code
 * harrierGiveWay}): from 1, one for each that lets others run first. An operation that blocks is
 * two events and one operation.
 */
public final class Operations {
  /** What {@link #number} says of events that begin no operation. */
  public static final long NONE = -1;

  private final Trace trace;
  private final Long2LongOpenHashMap counts = new Long2LongOpenHashMap();
  private final LongOpenHashSet blocked = new LongOpenHashSet();

  public Operations(Trace trace) {
    this.trace = trace;
  }

  /** The number of the operation that this event begins. Takes every event of the trace once. */
  public long number(Event event) {
    long goroutine = event.goroutine().value();
    return switch (event) {
      case Event.Block block -> block(goroutine, block.reason());
      case Event.Send _, Event.Receive _, Event.Select _ -> unlessBlocked(goroutine);
      case Event.Acquire _ -> unlessBlocked(goroutine);
      case Event.Wait e when trace.object(e.object()).kind() != ObjectKind.COND ->
          unlessBlocked(goroutine);
      case Event.Wait _ -> NONE;
      case Event.Release e when trace.object(e.lock()).kind() == ObjectKind.ONCE -> NONE;
      case Event.Release _,
          Event.Close _,
          Event.Add _,
          Event.Signal _,
          Event.Broadcast _,
          Event.Spawn _ ->
          counts.addTo(goroutine, 1) + 1;
      default -> NONE;
    };
  }

  private long block(long goroutine, BlockReason reason) {
    return switch (reason) {
      case SLEEP, IO, OTHER, SEMAPHORE -> NONE;
      // A wait for a cond begins before it gives back the lock, which came as an event of its own.
      case COND -> counts.addTo(goroutine, 1);
      case CHAN_SEND,
          CHAN_RECEIVE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          SELECT,
          EMPTY_SELECT,
          MUTEX_LOCK,
          RWMUTEX_LOCK,
          RWMUTEX_RLOCK,
          WAIT_GROUP ->
          blocked.add(goroutine) ? counts.addTo(goroutine, 1) + 1 : NONE;
    };
  }

  private long unlessBlocked(long goroutine) {
    return blocked.remove(goroutine) ? NONE : counts.addTo(goroutine, 1) + 1;
  }
}
