package dev.harrier.binary.elf;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The {@code R_X86_64_RELATIVE} and {@code R_AARCH64_RELATIVE} relocations of a
 * position-independent executable: at each place the loader stores load base plus addend, so with
 * link-time addresses the word there is the addend. The bytes in the file need not hold it. The
 * packed form ({@code DT_RELR}) keeps the value in place and needs no treatment.
 *
 * <p>Read from the file when first needed; not safe for use by several threads.
 */
public final class RelativeRelocations {
  private static final long DT_RELA = 7;
  private static final long DT_RELASZ = 8;
  private static final int WORDS = 3;

  private final ElfFile file;
  private long[] table = new long[0];
  private final Long2LongOpenHashMap index = new Long2LongOpenHashMap();
  private boolean loaded;

  RelativeRelocations(ElfFile file) {
    this.file = file;
  }

  /** All places that are relocated to {@code target}. */
  public LongStream placesOf(long target) {
    load();
    return IntStream.range(0, count())
        .filter(i -> isRelative(i) && addend(i) == target)
        .mapToLong(this::place);
  }

  /**
   * The consecutive 8-byte words from {@code address} on as the running program sees them, in
   * link-time addresses.
   */
  public long[] words(long address, int count) {
    MemorySegment raw = file.slice(address, 8L * count);
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = raw.get(LittleEndian.LONG, 8L * i);
    }
    load();
    for (int i = 0; i < count(); i++) {
      long distance = place(i) - address;
      if (distance >= 0 && distance < 8L * count && isRelative(i)) {
        words[(int) (distance / 8)] = addend(i);
      }
    }
    return words;
  }

  /** The 8-byte word at {@code address} as the running program sees it, in link-time addresses. */
  public long word(long address) {
    if (index.isEmpty()) {
      load();
      for (int i = 0; i < count(); i++) {
        if (isRelative(i)) {
          index.put(place(i), addend(i));
        }
      }
    }
    return index.containsKey(address)
        ? index.get(address)
        : file.slice(address, 8).get(LittleEndian.LONG, 0);
  }

  private void load() {
    if (loaded) {
      return;
    }
    loaded = true;
    long address = dynamic(DT_RELA);
    long size = dynamic(DT_RELASZ);
    if (address == 0 || size <= 0 || !file.holds(address, size)) {
      return;
    }
    long[] words = new long[Math.toIntExact(size / 8)];
    MemorySegment.copy(file.slice(address, size), LittleEndian.LONG, 0, words, 0, words.length);
    table = words;
  }

  private long dynamic(long tag) {
    List<Segment> dynamic =
        file.segments().stream().filter(s -> s.type() == Segment.DYNAMIC).toList();
    for (Segment s : dynamic) {
      if (!file.holds(s.address(), s.fileSize())) {
        continue;
      }
      MemorySegment entries = file.slice(s.address(), s.fileSize());
      for (long at = 0; at + 16 <= s.fileSize(); at += 16) {
        if (entries.get(LittleEndian.LONG, at) == tag) {
          return entries.get(LittleEndian.LONG, at + 8);
        }
      }
    }
    return 0;
  }

  private int count() {
    return table.length / WORDS;
  }

  private long place(int i) {
    return table[i * WORDS];
  }

  private boolean isRelative(int i) {
    return (int) table[i * WORDS + 1] == file.header().machine().relative();
  }

  private long addend(int i) {
    return table[i * WORDS + 2];
  }
}
