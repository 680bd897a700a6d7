package dev.harrier.binary.elf;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Little-endian reads at any alignment. */
public final class LittleEndian {
  public static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static int u16(MemorySegment s, long offset) {
    return Short.toUnsignedInt(s.get(SHORT, offset));
  }

  public static long u32(MemorySegment s, long offset) {
    return Integer.toUnsignedLong(s.get(INT, offset));
  }

  /** The NUL-terminated UTF-8 string at {@code offset}. */
  public static String string(MemorySegment s, long offset) {
    long end = offset;
    while (s.get(JAVA_BYTE, end) != 0) {
      end++;
    }
    byte[] text = new byte[Math.toIntExact(end - offset)];
    MemorySegment.copy(s, JAVA_BYTE, offset, text, 0, text.length);
    return new String(text, StandardCharsets.UTF_8);
  }
}
