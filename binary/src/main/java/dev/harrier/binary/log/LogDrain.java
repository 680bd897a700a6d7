package dev.harrier.binary.log;

import dev.harrier.binary.elf.LittleEndian;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a log while its program writes it, and keeps all of it: the result is a log with a ring
 * large enough for every record. One thread may use it.
 */
public final class LogDrain implements AutoCloseable {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int BATCH = 1024;

  private final MemorySegment source;
  private final FileChannel target;
  private final ByteBuffer batch = ByteBuffer.allocate(BATCH * LogFormat.RECORD);
  private long ticket;

  private LogDrain(MemorySegment source, FileChannel target) {
    this.source = source;
    this.target = target;
  }

  /** Whether the program has made its log ready: the magic number comes when all else is there. */
  public static boolean isReady(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log)) {
      ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      return channel.read(magic, 0) == Long.BYTES && magic.getLong(0) == LogFormat.MAGIC;
    }
  }

  /** Begins to read {@code log}, which must be ready, into the new file {@code whole}. */
  public static LogDrain open(Path log, Path whole) throws IOException {
    LogFile.open(log);
    FileChannel target =
        FileChannel.open(whole, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment source =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.ofAuto());
      return new LogDrain(source, target);
    }
  }

  /** Takes the records that are ready; returns how many. */
  public int drain() throws IOException {
    long mask = source.get(LittleEndian.LONG, LogFormat.MASK);
    long capacity = (mask + 1) / LogFormat.RECORD;
    int taken = 0;
    batch.clear();
    while (taken < BATCH) {
      long at = LogFormat.HEADER + (ticket * LogFormat.RECORD & mask);
      long commit = (long) WORD.getAcquire(source, at);
      long found = commit >>> LogFormat.TICKET_SHIFT;
      if (commit == 0 || found < ticket) {
        break;
      }
      if (found > ticket) {
        // The program did not wait for us: what was here is lost, a gap in the result.
        flush(taken);
        taken = 0;
        batch.clear();
        ticket = Math.max(ticket + 1, next() - capacity / 2);
        continue;
      }
      batch.put(source.asSlice(at, LogFormat.RECORD).asByteBuffer());
      ticket++;
      taken++;
    }
    flush(taken);
    WORD.setRelease(source, (long) LogFormat.CONSUMED, ticket);
    return taken;
  }

  /** The program has ended: takes the rest and completes the file. */
  public void finish() throws IOException {
    while (ticket < next()) {
      if (drain() == 0) {
        // Its writer was interrupted for good.
        ticket++;
      }
    }
    long records = Math.max(1, Long.highestOneBit(Math.max(1, next() - 1)) * 2);
    MemorySegment header = MemorySegment.ofArray(new byte[LogFormat.HEADER]);
    header.copyFrom(source.asSlice(0, LogFormat.HEADER));
    header.set(LittleEndian.LONG, LogFormat.MASK, records * LogFormat.RECORD - 1);
    write(header.asByteBuffer(), 0);
    long end = LogFormat.HEADER + records * LogFormat.RECORD;
    if (target.size() < end) {
      write(ByteBuffer.allocate(1), end - 1);
    }
  }

  /** Asks the program not to wait for anyone who reads its log. */
  public void release() {
    WORD.setRelease(source, (long) LogFormat.LIMIT, -1L);
  }

  @Override
  public void close() throws IOException {
    target.close();
  }

  private long next() {
    return (long) WORD.getAcquire(source, (long) LogFormat.NEXT_TICKET);
  }

  private void flush(int taken) throws IOException {
    batch.flip();
    write(batch, LogFormat.HEADER + (ticket - taken) * LogFormat.RECORD);
  }

  private void write(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += target.write(bytes, at);
    }
  }
}
