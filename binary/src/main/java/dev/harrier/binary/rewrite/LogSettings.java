package dev.harrier.binary.rewrite;

import dev.harrier.binary.log.LogFormat;

/**
 * How the copy keeps its log.
 *
 * @param records how many the ring holds, a power of two
 * @param lossless whether the program waits for a consumer before it overwrites records that were
 *     not read; it stops waiting for good when the consumer makes no progress for some seconds
 */
public record LogSettings(int records, boolean lossless) {
  /** Room for some milliseconds of the busiest program: 2 MB, which count as its memory. */
  public static final LogSettings LOSSLESS = new LogSettings(1 << 15, true);

  /** 64 MB. */
  public static final LogSettings RING = new LogSettings(1 << 20, false);

  /** How near writers may get to what is not consumed: one record each for many threads. */
  private static final int MARGIN = 4096;

  public LogSettings {
    if (Integer.bitCount(records) != 1 || records < 2 * MARGIN) {
      throw new IllegalArgumentException(
          records + " records: must be a power of two and at least " + 2 * MARGIN);
    }
  }

  /** A ring that keeps at least the last {@code records}. */
  public static LogSettings last(int records) {
    int enough = Math.max(2 * MARGIN, Integer.highestOneBit(Math.max(1, records - 1)) << 1);
    return new LogSettings(enough, false);
  }

  long ringBytes() {
    return (long) records * LogFormat.RECORD;
  }

  long fileSize() {
    return LogFormat.HEADER + ringBytes();
  }

  /** Unsigned; all ones for no limit. */
  long limit() {
    return lossless ? records - MARGIN : -1;
  }
}
