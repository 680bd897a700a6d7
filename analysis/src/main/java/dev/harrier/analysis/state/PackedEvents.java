package dev.harrier.analysis.state;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A growing array of slots, each for one event. A superclass and not a part, because every event is
 * written to two histories and each step to another object is a miss in the cache.
 *
 * <p>Those of the common kinds are kept as numbers: an object that is referred to from here
 * outlives a garbage collection, and copying the last events of each goroutine and object took
 * longer than the analysis itself.
 */
@SuppressWarnings("EnumOrdinal") // the numbers never leave this class
abstract class PackedEvents {
  private static final int WORDS = 5;
  private static final int KIND_SHIFT = 56;
  private static final long ORDER = (1L << KIND_SHIFT) - 1;

  private static final BlockReason[] REASONS = BlockReason.values();
  private static final Completion[] COMPLETIONS = Completion.values();
  private static final LockMode[] MODES = LockMode.values();

  /** The kinds that are kept as numbers; 0 says that the event itself is kept. */
  private static final int WHOLE = 0;

  private static final int ACQUIRE = 1;
  private static final int RELEASE = 2;
  private static final int SEND = 3;
  private static final int RECEIVE = 4;
  private static final int WAIT = 5;
  private static final int ADD = 6;
  private static final int BLOCK = 7;
  private static final int MAKE = 8;

  private long[] words;
  private @Nullable Event @Nullable [] whole;

  PackedEvents(int slots) {
    words = new long[slots * WORDS];
  }

  final int slots() {
    return words.length / WORDS;
  }

  final void grow(int slots) {
    words = Arrays.copyOf(words, slots * WORDS);
    if (whole != null) {
      whole = Arrays.copyOf(whole, slots);
    }
  }

  final void put(int slot, Event event) {
    switch (event) {
      case Event.Acquire e -> {
        int how = e.mode().ordinal() << 2 | e.completion().ordinal();
        put(slot, ACQUIRE, e.at(), e.lock(), how);
      }
      case Event.Release e -> put(slot, RELEASE, e.at(), e.lock(), e.mode().ordinal());
      case Event.Send e -> put(slot, SEND, e.at(), e.channel(), e.completion().ordinal());
      case Event.Receive e -> {
        int how = (e.ok() ? 1 : 0) << 2 | e.completion().ordinal();
        put(slot, RECEIVE, e.at(), e.channel(), how);
      }
      case Event.Wait e -> put(slot, WAIT, e.at(), e.object(), e.completion().ordinal());
      case Event.Add e -> put(slot, ADD, e.at(), e.group(), e.delta());
      case Event.Make e -> put(slot, MAKE, e.at(), e.object(), 0);
      case Event.Block e when e.cases().isEmpty() ->
          put(slot, BLOCK, e.at(), e.object(), e.reason().ordinal());
      default -> putWhole(slot, event);
    }
  }

  private void put(int slot, int kind, At at, ObjectId object, int how) {
    int first = slot * WORDS;
    long[] to = words;
    to[first] = at.order() | (long) kind << KIND_SHIFT;
    to[first + 1] = at.nanos();
    to[first + 2] = at.goroutine().value();
    to[first + 3] = object.value();
    to[first + 4] = (long) at.stack().value() << Integer.SIZE | Integer.toUnsignedLong(how);
  }

  private void putWhole(int slot, Event event) {
    if (whole == null) {
      whole = new @Nullable Event[slots()];
    }
    whole[slot] = event;
    words[slot * WORDS] = WHOLE;
  }

  final Event get(int slot) {
    int first = slot * WORDS;
    int kind = (int) (words[first] >>> KIND_SHIFT);
    if (kind == WHOLE) {
      Event event = whole == null ? null : whole[slot];
      if (event == null) {
        throw new IllegalStateException("nothing was put here");
      }
      return event;
    }
    At at =
        new At(
            words[first] & ORDER,
            words[first + 1],
            new GoroutineId(words[first + 2]),
            new StackId((int) (words[first + 4] >>> Integer.SIZE)));
    ObjectId object = new ObjectId(words[first + 3]);
    int how = (int) words[first + 4];
    return switch (kind) {
      case ACQUIRE -> new Event.Acquire(at, object, MODES[how >> 2], completion(how));
      case RELEASE -> new Event.Release(at, object, MODES[how]);
      case SEND -> new Event.Send(at, object, completion(how));
      case RECEIVE -> new Event.Receive(at, object, how >> 2 == 1, completion(how));
      case WAIT -> new Event.Wait(at, object, completion(how));
      case ADD -> new Event.Add(at, object, how);
      case MAKE -> new Event.Make(at, object);
      case BLOCK -> new Event.Block(at, REASONS[how], object, List.of());
      default -> throw new IllegalStateException("no such kind: " + kind);
    };
  }

  private static Completion completion(int how) {
    return COMPLETIONS[how & 3];
  }
}
