package dev.harrier.tracing.table;

import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which channel lives at which address, laid out as memory is: a page of numbers for each KiB in
 * which there is a channel, an entry for each 64 bytes of it. A channel is larger than that, so two
 * that share an entry can't be alive together, and the later one takes the place of the earlier.
 *
 * <p>Programs make millions of channels that nothing ever records the end of, one after the other
 * in memory: entering one mostly touches the page of the one before. Being numbers, the entries
 * cost the garbage collector nothing.
 */
final class LiveChannels {
  private static final int PAGE_SHIFT = 10;
  private static final int ENTRY_SHIFT = 6;
  private static final int ENTRIES = 1 << (PAGE_SHIFT - ENTRY_SHIFT);

  /** Where in its 64 bytes a channel begins, in words: the low bits of an entry. */
  private static final int OFFSET_BITS = 3;

  private static final int RECENT = 1 << 12;

  private final Long2ObjectOpenHashMap<long[]> pages = new Long2ObjectOpenHashMap<>();
  private long latestNumber = -1;
  private long[] latestPage = new long[0];

  /** Channels that were used lately, by address: most operations are on few. */
  private final long[] recentAddresses = new long[RECENT];

  private final @Nullable ObjectId[] recent = new @Nullable ObjectId[RECENT];

  /** The channel at that address, if one is known there. */
  @Nullable ObjectId at(long address) {
    int slot = slot(address);
    if (recentAddresses[slot] == address) {
      return recent[slot];
    }
    long[] page = page(address);
    long entry = page == null ? 0 : page[index(address)];
    if (entry == 0 || (entry & ((1 << OFFSET_BITS) - 1)) != offset(address)) {
      return null;
    }
    ObjectId channel = new ObjectId(entry >>> OFFSET_BITS);
    remember(address, channel);
    return channel;
  }

  /** From here on the channel lives there. */
  void put(long address, ObjectId channel) {
    long[] page = page(address);
    if (page == null) {
      page = new long[ENTRIES];
      pages.put(address >>> PAGE_SHIFT, page);
      latestNumber = address >>> PAGE_SHIFT;
      latestPage = page;
    }
    page[index(address)] = channel.value() << OFFSET_BITS | offset(address);
    remember(address, channel);
  }

  /** No channel lives there any more. */
  void remove(long address) {
    if (at(address) != null) {
      recentAddresses[slot(address)] = 0;
      long[] page = page(address);
      if (page != null) {
        page[index(address)] = 0;
      }
    }
  }

  private void remember(long address, ObjectId channel) {
    int slot = slot(address);
    recentAddresses[slot] = address;
    recent[slot] = channel;
  }

  private long @Nullable [] page(long address) {
    long number = address >>> PAGE_SHIFT;
    if (number == latestNumber) {
      return latestPage;
    }
    long[] page = pages.get(number);
    if (page != null) {
      latestNumber = number;
      latestPage = page;
    }
    return page;
  }

  private static int index(long address) {
    return (int) (address >>> ENTRY_SHIFT) & (ENTRIES - 1);
  }

  private static long offset(long address) {
    return address >>> 3 & ((1 << OFFSET_BITS) - 1);
  }

  /**
   * One for each entry, so that an entry that takes the place of another there does it here as
   * well.
   */
  private static int slot(long address) {
    return (int) (address >>> ENTRY_SHIFT ^ address >>> (ENTRY_SHIFT + 12)) & (RECENT - 1);
  }
}
