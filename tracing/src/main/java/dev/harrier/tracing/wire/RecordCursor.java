package dev.harrier.tracing.wire;

import static dev.harrier.tracing.wire.Layout.LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Walks the records of one processor, chunk after chunk. The accessors are about the record that
 * the last {@link #next} moved to; goroutine, cycles, ticket and object word are those that hold
 * for it, whether or not the record itself spells them out.
 */
public final class RecordCursor {
  /** A processor runs one hook at a time, and no hook writes more records than this. */
  private static final int MAX_LATE = 16;

  private final MemorySegment bytes;
  private final List<Chunk> chunks;
  private final long ticketLimit;
  private final Damage damage;

  private int nextChunk;
  private long at;
  private long end;

  private RecordKind kind = RecordKind.UNKNOWN_UNORDERED;
  private long word0;
  private long wordsAt;
  private int count;

  private long ticket;
  private long goroutine;
  private long cycles;
  private long objectWord;
  private int late;

  RecordCursor(MemorySegment bytes, List<Chunk> chunks, long ticketLimit, Damage damage) {
    this.bytes = bytes;
    this.chunks = chunks;
    this.ticketLimit = ticketLimit;
    this.damage = damage;
  }

  /**
   * Moves to the next record that says something beyond the state of its chunk.
   *
   * @return false at the end
   */
  public boolean next() {
    while (true) {
      if (at >= end) {
        if (nextChunk == chunks.size()) {
          return false;
        }
        open(chunks.get(nextChunk++));
      } else if (read()) {
        return true;
      }
    }
  }

  private void open(Chunk chunk) {
    at = chunk.start();
    end = chunk.end();
    ticket = chunk.baseTicket();
    cycles = chunk.cycles();
    goroutine = 0;
    objectWord = 0;
  }

  /** Reads the record at {@code at} and moves behind it; true if it is one to stop at. */
  private boolean read() {
    word0 = bytes.get(LONG, at);
    if (word0 == 0) {
      at = end;
      return false;
    }
    wordsAt = at + Layout.WORD;
    long words = (word0 >>> 8) & 0x1f;
    if (words == Layout.LONG_RECORD && wordsAt < end) {
      words = bytes.get(LONG, wordsAt);
      wordsAt += Layout.WORD;
    }
    if (words < 0 || words > (end - wordsAt) / Layout.WORD) {
      return damaged("a record that is longer than its chunk");
    }
    count = (int) words;
    kind = RecordKind.of((int) word0 & 0xff);
    if (count < kind.minWords()) {
      return damaged("a record of kind %s with %d words".formatted(kind, count));
    }
    at = wordsAt + words * Layout.WORD;
    return kind.isOrdered() ? ordered() : unordered();
  }

  private boolean ordered() {
    ticket += (word0 >>> 16) & 0xffff;
    if (ticket < 0 || ticket > ticketLimit) {
      return late();
    }
    if (kind.mayLeaveOutObject()) {
      if (count > 0) {
        objectWord = bytes.get(LONG, wordsAt);
      } else if (objectWord == 0) {
        return damaged("the same object as before, but there is none before");
      }
    }
    return true;
  }

  /**
   * A ticket above the limit: a hook that was on its way when the trace ended. It is no part of the
   * trace, unless there are too many of them for that.
   */
  private boolean late() {
    late++;
    return late > MAX_LATE && damaged("too many records past the end");
  }

  private boolean unordered() {
    return switch (kind) {
      case GOROUTINE -> {
        if (count > 0) {
          cycles = word(0);
        }
        goroutine = Integer.toUnsignedLong(operand()) | (count > 1 ? word(1) << 32 : 0);
        yield false;
      }
      case TICK -> {
        ticket = word(0);
        yield false;
      }
      case CLOCK -> {
        cycles = word(0);
        yield false;
      }
      case STACK, GOROUTINE_STATE, REPEAT -> true;
      default -> false;
    };
  }

  /** Records have no marks to find the next one by: the rest of the chunk is lost. */
  private boolean damaged(String what) {
    damage.add(wordsAt - Layout.WORD, what);
    at = end;
    return false;
  }

  public RecordKind kind() {
    return kind;
  }

  public boolean isOrdered() {
    return kind.isOrdered();
  }

  /** The ticket of an ordered record. */
  public long ticket() {
    return ticket;
  }

  /** Whose record it is; 0 is the runtime. */
  public long goroutine() {
    return goroutine;
  }

  /** The latest reading of the cycle counter. */
  public long cycles() {
    return cycles;
  }

  /** The object word, of kinds that may leave it out. */
  public long objectWord() {
    return objectWord;
  }

  /** The three flag bits. */
  public int flags() {
    return (int) (word0 >>> 13) & 7;
  }

  public int operand() {
    return (int) (word0 >>> 32);
  }

  /** The number of words after word 0 (and after the length of a long record). */
  public int words() {
    return count;
  }

  /** Word {@code i} of {@link #words()}, from 0. */
  public long word(int i) {
    return bytes.get(LONG, wordsAt + (long) i * Layout.WORD);
  }

  /** The text that begins at word {@code i}; cut where the record ends. */
  public String text(int i) {
    return new String(bytes(i), StandardCharsets.UTF_8);
  }

  /** The same without reading it as characters. */
  public byte[] bytes(int i) {
    long max = (long) (count - i - 1) * Layout.WORD;
    long length = Math.clamp(word(i), 0, Math.max(0, max));
    return bytes.asSlice(wordsAt + (i + 1L) * Layout.WORD, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Where the record is in the file. */
  public long offset() {
    return wordsAt - Layout.WORD;
  }
}
