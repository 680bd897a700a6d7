package dev.harrier.model.trace;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A recorded run. Events are streamed, not held: a trace of ten million events needs memory for the
 * goroutines and objects in it, not for the events. The side tables know what {@link #replay} has
 * passed so far; ids from events already seen can always be looked up.
 */
public interface Trace {
  TraceHeader header();

  /**
   * Streams all events in their total order. May be called again; each call starts over.
   *
   * @return whether the trace is whole, known only at its end
   */
  Completeness replay(Consumer<? super Event> sink);

  /**
   * Streams the same events again, after a replay, for as long as {@code wantsMore} says so. The
   * side tables stay as the replay left them. This default is for traces whose tables no replay
   * changes; it reads on to the end.
   */
  default void replayWhile(Predicate<? super Event> wantsMore) {
    Completeness _ = replay(new Limited(wantsMore));
  }

  /**
   * Whether the collector was asked for leaked goroutines: then a goroutine that a checkpoint shows
   * as merely waiting is one that something alive can still reach.
   */
  default boolean asksCollector() {
    return true;
  }

  /**
   * Whether the stacks of panics begin in the function that raised them, also where that is one of
   * the runtime: else they do not say which function raised a panic.
   */
  default boolean showsWhoPanics() {
    return true;
  }

  Goroutine goroutine(GoroutineId id);

  SyncObject object(ObjectId id);

  Stack stack(StackId id);

  Test test(TestId id);
}
