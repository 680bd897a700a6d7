package dev.harrier.binary.log;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import dev.harrier.binary.elf.UnusableBinaryException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** A mapped log. The program may still be writing it. */
public final class LogFile {
  private final MemorySegment bytes;

  private LogFile(MemorySegment bytes) {
    this.bytes = bytes;
  }

  /**
   * Maps a log.
   *
   * @throws UnusableBinaryException if the file is no log of this version
   */
  public static LogFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      MemorySegment bytes =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      if (bytes.byteSize() < LogFormat.HEADER
          || bytes.get(LittleEndian.LONG, 0) != LogFormat.MAGIC
          || !isRing(bytes.get(LittleEndian.LONG, LogFormat.MASK) + 1, bytes)) {
        throw new UnusableBinaryException(
            path + " is not a log of a program that harrier trace rewrote, or it is cut off.");
      }
      return new LogFile(bytes);
    }
  }

  /** A ring holds a power of two of records, all of them in the file. */
  private static boolean isRing(long size, MemorySegment file) {
    return size >= LogFormat.RECORD
        && Long.bitCount(size) == 1
        && size <= file.byteSize() - LogFormat.HEADER;
  }

  public long process() {
    return word(LogFormat.PROCESS);
  }

  public long build() {
    return word(LogFormat.BUILD);
  }

  /** Address of the entry stub in the process. */
  public long code() {
    return word(LogFormat.CODE);
  }

  /** "" if it does not end where it has to. */
  public String executable() {
    byte[] path = bytes.asSlice(LogFormat.EXECUTABLE, LogFormat.EXECUTABLE_SIZE).toArray(JAVA_BYTE);
    String text = new String(path, StandardCharsets.UTF_8);
    return text.substring(0, Math.max(0, text.indexOf('\0')));
  }

  /** The epoch, if the clock says what no clock says. */
  public Instant start() {
    try {
      return Instant.ofEpochSecond(word(LogFormat.START_WALL), word(LogFormat.START_WALL + 8));
    } catch (DateTimeException | ArithmeticException damaged) {
      return Instant.EPOCH;
    }
  }

  /** Nanoseconds from the start of the log to a reading of the cycle counter. */
  public long nanos(long cycles) {
    long clock =
        (word(LogFormat.LATER_MONOTONIC) - word(LogFormat.START_MONOTONIC)) * 1_000_000_000L
            + word(LogFormat.LATER_MONOTONIC + 8)
            - word(LogFormat.START_MONOTONIC + 8);
    double rate = (double) clock / (word(LogFormat.LATER_CYCLES) - word(LogFormat.START_CYCLES));
    return (long) ((cycles - word(LogFormat.START_CYCLES)) * rate);
  }

  /** The program's monotonic clock at a reading of the cycle counter, nanoseconds. */
  public long monotonic(long cycles) {
    return word(LogFormat.START_MONOTONIC) * 1_000_000_000L
        + word(LogFormat.START_MONOTONIC + 8)
        + nanos(cycles);
  }

  /** The ticket of the next record. */
  public long next() {
    return word(LogFormat.NEXT_TICKET);
  }

  /** The ticket of the oldest record that the ring still holds. */
  public long first() {
    return Math.max(0, next() - (word(LogFormat.MASK) + 1) / LogFormat.RECORD);
  }

  /** The record of a ticket; empty if it was not written completely. */
  public Optional<LogRecord> record(long ticket) {
    long at = LogFormat.HEADER + (ticket * LogFormat.RECORD & word(LogFormat.MASK));
    long commit = bytes.get(LittleEndian.LONG, at);
    int hook = (int) (commit & (1 << LogFormat.TICKET_SHIFT) - 1);
    if (commit >>> LogFormat.TICKET_SHIFT != ticket || hook == 0) {
      return Optional.empty();
    }
    IntArrayList counters = new IntArrayList(LogFormat.COUNTER_COUNT);
    for (int i = 0; i < LogFormat.COUNTER_COUNT; i++) {
      int counter = bytes.get(LittleEndian.INT, at + LogFormat.COUNTERS + 4L * i);
      if (counter == 0) {
        break;
      }
      counters.add(counter);
    }
    return Optional.of(
        new LogRecord(
            ticket,
            hook,
            bytes.get(LittleEndian.LONG, at + LogFormat.CYCLES),
            bytes.get(LittleEndian.LONG, at + LogFormat.OBJECT),
            bytes.get(LittleEndian.LONG, at + LogFormat.ARGUMENT),
            bytes.get(LittleEndian.LONG, at + LogFormat.GOROUTINE),
            counters));
  }

  private long word(int offset) {
    return bytes.get(LittleEndian.LONG, offset);
  }
}
