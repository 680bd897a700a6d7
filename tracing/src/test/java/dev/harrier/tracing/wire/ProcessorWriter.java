package dev.harrier.tracing.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the records of one processor. */
public final class ProcessorWriter {
  private static final int MAX_DIFFERENCE = 0xffff;

  private final TraceWriter file;
  private final int number;
  private @Nullable ByteBuffer chunk;
  private long chunkAt;
  private long chunkNumber;
  private long ticket;
  private long goroutine;
  private long objectWord;
  private long cycles;
  private long nanos;

  ProcessorWriter(TraceWriter file, int number) {
    this.file = file;
    this.number = number;
  }

  /** What the clocks say from now on; takes effect with the next chunk, G or Clock record. */
  public void clocks(long cycleCounter, long monotonicNanos) {
    cycles = cycleCounter;
    nanos = monotonicNanos;
  }

  /** The records to come are those of goroutine {@code id}. */
  public void goroutine(long id) {
    open(4);
    if (id == goroutine) {
      return;
    }
    writeGoroutine(id);
  }

  /** Writes an unordered record. */
  public void unordered(RecordKind kind, int flags, int operand, long... words) {
    ByteBuffer to = open(words.length + 2);
    put(to, kind, flags, 0, operand, words);
  }

  /** Writes an ordered record that has no object word to leave out. */
  public void ordered(RecordKind kind, int flags, int operand, long... words) {
    ByteBuffer to = open(words.length + 4);
    put(to, kind, flags, difference(to), operand, words);
  }

  /** Writes an ordered record whose only word is an object, which is left out where it may be. */
  public void object(RecordKind kind, int flags, int operand, long word) {
    ByteBuffer to = open(5);
    if (kind.mayLeaveOutObject() && word == objectWord) {
      put(to, kind, flags, difference(to), operand);
    } else {
      put(to, kind, flags, difference(to), operand, word);
    }
  }

  /** Writes an ordered record that ends in a text. */
  public void text(RecordKind kind, int flags, int operand, String text, long... before) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    long[] words = new long[before.length + 1 + Math.ceilDiv(content.length, Layout.WORD)];
    System.arraycopy(before, 0, words, 0, before.length);
    words[before.length] = content.length;
    for (int i = 0; i < content.length; i++) {
      words[before.length + 1 + i / Layout.WORD] |=
          (content[i] & 0xffL) << (i % Layout.WORD * Byte.SIZE);
    }
    ordered(kind, flags, operand, words);
  }

  void flush() {
    if (chunk != null) {
      file.write(chunk.clear(), chunkAt);
      chunk = null;
    }
  }

  /** A chunk with room for {@code words} words and for what may have to come before them. */
  private ByteBuffer open(int words) {
    if (chunk != null && chunk.remaining() >= (words + 5) * Layout.WORD) {
      return chunk;
    }
    flush();
    long former = goroutine;
    ByteBuffer opened = ByteBuffer.allocate(file.chunkSize()).order(ByteOrder.LITTLE_ENDIAN);
    chunk = opened;
    chunkAt = file.takeChunk();
    ticket = file.lastTicket();
    objectWord = 0;
    opened.putInt(Layout.CHUNK_MAGIC).putInt(number).putLong(chunkNumber++).putLong(ticket);
    opened.putLong(cycles).putLong(nanos).position(Layout.CHUNK_HEADER_SIZE);
    goroutine = 0;
    if (former != 0) {
      writeGoroutine(former);
    }
    return opened;
  }

  private void writeGoroutine(long id) {
    goroutine = id;
    ByteBuffer to = open(4);
    if (id >>> 32 == 0) {
      put(to, RecordKind.GOROUTINE, 0, 0, (int) id, cycles);
    } else {
      put(to, RecordKind.GOROUTINE, 0, 0, (int) id, cycles, id >>> 32);
    }
  }

  private long difference(ByteBuffer to) {
    long next = file.takeTicket();
    long difference = next - ticket;
    if (difference > MAX_DIFFERENCE) {
      put(to, RecordKind.TICK, 0, 0, 0, next - 1);
      difference = 1;
    }
    ticket = next;
    return difference;
  }

  private void put(
      ByteBuffer to, RecordKind kind, int flags, long difference, int operand, long... words) {
    boolean isLong = words.length >= Layout.LONG_RECORD;
    long length = isLong ? Layout.LONG_RECORD : words.length;
    to.putLong(
        kind.code() | length << 8 | (long) flags << 13 | difference << 16 | (long) operand << 32);
    if (isLong) {
      to.putLong(words.length);
    }
    for (long word : words) {
      to.putLong(word);
    }
    if (kind.mayLeaveOutObject() && words.length > 0) {
      objectWord = words[0];
    }
  }
}
