package dev.harrier.tracing.table;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which objects live at which address: at most one of a kind, and rarely more than one, because a
 * struct and its first field share an address. Addresses are the low 48 bits of the words that are
 * given here; what stands above them does not matter.
 *
 * <p>Locks come into being without a trace, and memory is used again. That a lock is another than
 * the one before at its address shows where an acquire comes that the former, as it is held, would
 * not have allowed. Where records are missing, its release may be among them.
 */
public final class LiveObjects {
  private static final long ADDRESS = (1L << 48) - 1;
  private static final int RECENT = 1 << 12;

  private final LiveChannels channels = new LiveChannels();

  /** The first of a chain of other objects at one address. */
  private final Long2ObjectOpenHashMap<LiveObject> byAddress = new Long2ObjectOpenHashMap<>();

  /** Heads of chains that were used lately: most operations are on few objects. */
  private final @Nullable LiveObject[] recent = new @Nullable LiveObject[RECENT];

  private final ObjectTable table;
  private long lastGap = -1;

  /**
   * @param table where new objects are noted
   */
  public LiveObjects(ObjectTable table) {
    this.table = table;
  }

  /** Whether an object word names no object. */
  public static boolean isNil(long word) {
    return (word & ADDRESS) == 0;
  }

  /**
   * The object of that kind, not a channel, at the address in {@code word}; {@code stack} is where
   * it is used.
   */
  public LiveObject at(long word, ObjectKind kind, StackId stack) {
    long address = word & ADDRESS;
    LiveObject first = first(address);
    for (LiveObject object = first; object != null; object = object.next()) {
      if (object.kind() == kind) {
        return object;
      }
    }
    return begin(address, kind, stack, first);
  }

  /**
   * As {@link #at}, for callers that know that no two recorded objects share an address: an object
   * of another kind at that address is dead, and its memory is used again.
   */
  public LiveObject onlyAt(long word, ObjectKind kind, StackId stack) {
    long address = word & ADDRESS;
    LiveObject first = first(address);
    return first != null && first.kind() == kind ? first : begin(address, kind, stack, null);
  }

  /** The id of the object of that kind, not a channel, at the address; NONE if there is none. */
  public ObjectId known(long word, ObjectKind kind) {
    for (LiveObject object = firstAt(word); object != null; object = object.next()) {
      if (object.kind() == kind) {
        return object.id();
      }
    }
    return ObjectId.NONE;
  }

  /** The channel at the address; NONE if none is known there. */
  public ObjectId knownChannel(long word) {
    ObjectId known = channels.at(word & ADDRESS);
    return known == null ? ObjectId.NONE : known;
  }

  /** Records are missing here, releases maybe among them. */
  public void gap(long order) {
    lastGap = order;
  }

  /**
   * Whether the lock can't be acquired so now, as far as is known: then the one that is acquired is
   * another lock at its address.
   */
  public boolean refuses(LiveObject lock, LockMode mode) {
    return !lock.allows(mode) && isAfterGap(lock);
  }

  /** Whether it is a lock that was taken and, as far as is known, not given back. */
  public boolean isHeld(LiveObject lock) {
    return lock.isHeld() && isAfterGap(lock);
  }

  /** Whether no record is missing since it was last acquired. */
  public boolean isAfterGap(LiveObject lock) {
    return lock.lastAcquired() > lastGap;
  }

  /** A new object of whose making nothing is known takes the place of the one of its kind. */
  public LiveObject replace(long word, ObjectKind kind, StackId stack) {
    long address = word & ADDRESS;
    LiveObject others = null;
    for (LiveObject object = first(address); object != null; ) {
      LiveObject next = object.next();
      if (object.kind() != kind) {
        object.next(others);
        others = object;
      }
      object = next;
    }
    return begin(address, kind, stack, others);
  }

  /** The id of that object; NONE if the word names none. */
  public ObjectId idOrNone(long word, ObjectKind kind, StackId stack) {
    return isNil(word) ? ObjectId.NONE : at(word, kind, stack).id();
  }

  /** The channel; NONE if the word names none. */
  public ObjectId channelOrNone(long word, StackId stack) {
    return isNil(word) ? ObjectId.NONE : channel(word, stack);
  }

  /** The channel at the address in {@code word}; {@code stack} is where it is used. */
  public ObjectId channel(long word, StackId stack) {
    long address = word & ADDRESS;
    ObjectId known = channels.at(address);
    if (known != null) {
      return known;
    }
    ObjectId channel = table.add(ObjectKind.CHANNEL, stack, false, 0);
    channels.put(address, channel);
    return channel;
  }

  /** A channel is made; whatever lived at its address is gone. */
  public ObjectId makeChannel(long word, StackId stack, int capacity) {
    long address = word & ADDRESS;
    forgetOthers(address);
    ObjectId channel = table.add(ObjectKind.CHANNEL, stack, true, capacity);
    channels.put(address, channel);
    return channel;
  }

  /** A context is made; whatever lived at its address is gone. */
  public ObjectId makeContext(long word, StackId stack) {
    long address = word & ADDRESS;
    channels.remove(address);
    ObjectId id = table.add(ObjectKind.CONTEXT, stack, true, 0);
    put(address, new LiveObject(id, ObjectKind.CONTEXT, address));
    return id;
  }

  /** What lives at the address in {@code word}, but for a channel: the first, and those behind. */
  public @Nullable LiveObject firstAt(long word) {
    return first(word & ADDRESS);
  }

  /** Nothing lives at the address any more. */
  public void forget(long word) {
    long address = word & ADDRESS;
    channels.remove(address);
    forgetOthers(address);
  }

  private void forgetOthers(long address) {
    byAddress.remove(address);
    LiveObject cached = recent[slot(address)];
    if (cached != null && cached.address() == address) {
      recent[slot(address)] = null;
    }
  }

  private @Nullable LiveObject first(long address) {
    LiveObject cached = recent[slot(address)];
    if (cached != null && cached.address() == address) {
      return cached;
    }
    LiveObject found = byAddress.get(address);
    if (found != null) {
      recent[slot(address)] = found;
    }
    return found;
  }

  private void put(long address, LiveObject object) {
    byAddress.put(address, object);
    recent[slot(address)] = object;
  }

  /** Addresses are multiples of 8 or of 4, and close to each other. */
  private static int slot(long address) {
    return (int) ((address >>> 2) ^ (address >>> 14)) & (RECENT - 1);
  }

  private LiveObject begin(
      long address, ObjectKind kind, StackId stack, @Nullable LiveObject others) {
    LiveObject object = new LiveObject(table.add(kind, stack, false, 0), kind, address);
    object.next(others);
    put(address, object);
    return object;
  }
}
