package dev.harrier.tracing.wire;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The numbers of the format: sizes, offsets, the layout of word 0. */
final class Layout {
  static final int MAJOR_VERSION = 1;

  static final long MAGIC = 0x0052_4549_5252_4148L; // "HARRIER\0", little-endian
  static final int HEADER_SIZE = 4096;
  static final int CHUNK_UNIT = 4096;
  static final int MAX_CHUNK_SIZE = 1 << 26;
  static final int GO_VERSION_AT = 128;
  static final int MAX_GO_VERSION = 126;
  static final int EXECUTABLE_AT = 256;
  static final int MAX_EXECUTABLE = 3838;

  /** Of what the writer had to do without: accesses that a race needs, or the whole search. */
  static final int MISSES_RACES = 4 | 8;

  static final int CHUNK_MAGIC = 0x4b484348;
  static final int CHUNK_HEADER_SIZE = 64;

  static final int WORD = 8;

  /** In the place of a record's length: the next word holds it. */
  static final int LONG_RECORD = 31;

  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Layout() {}
}
