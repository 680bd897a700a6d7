package dev.harrier.tracing.wire;

import static dev.harrier.tracing.wire.Layout.INT;
import static dev.harrier.tracing.wire.Layout.LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The chunks of a file, found by their magic numbers and sorted by processor and number, so that
 * their order in the file does not matter.
 *
 * @param byProcessor the chunks of each processor in the order of their numbers
 */
record ChunkIndex(
    List<Chunk> chunks, List<List<Chunk>> byProcessor, List<String> problems, long ticketLimit) {
  /**
   * Tickets in flight when a process dies: at most one for each thread, of which Go allows 10000.
   */
  private static final long IN_FLIGHT = 1 << 16;

  static ChunkIndex of(MemorySegment bytes, FileHeader header) {
    List<Chunk> chunks = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    long slots = Math.ceilDiv(bytes.byteSize() - Layout.HEADER_SIZE, header.chunkSize());
    long expected = header.state() == EndState.BEING_WRITTEN ? 0 : header.chunks();
    if (expected > slots || expected < 0) {
      problems.add("expected %d chunks, found %d".formatted(expected, slots));
    }
    for (long slot = 0; slot < slots; slot++) {
      long at = Layout.HEADER_SIZE + slot * header.chunkSize();
      long end = Math.min(at + header.chunkSize(), bytes.byteSize());
      if (end - at >= Layout.CHUNK_HEADER_SIZE && bytes.get(INT, at) == Layout.CHUNK_MAGIC) {
        chunks.add(chunk(bytes, at, end));
      }
    }
    List<List<Chunk>> sorted = sort(chunks, problems);
    return new ChunkIndex(chunks, sorted, problems, ticketLimit(header, slots, problems));
  }

  private static Chunk chunk(MemorySegment bytes, long at, long end) {
    return new Chunk(
        at + Layout.CHUNK_HEADER_SIZE,
        end,
        bytes.get(INT, at + 4),
        bytes.get(LONG, at + 8),
        bytes.get(LONG, at + 16),
        bytes.get(LONG, at + 24),
        bytes.get(LONG, at + 32));
  }

  private static List<List<Chunk>> sort(List<Chunk> chunks, List<String> problems) {
    TreeMap<Integer, List<Chunk>> byProcessor = new TreeMap<>();
    for (Chunk chunk : chunks) {
      byProcessor.computeIfAbsent(chunk.processor(), p -> new ArrayList<>()).add(chunk);
    }
    for (List<Chunk> ofOne : byProcessor.values()) {
      ofOne.sort(Comparator.comparingLong(Chunk::number));
      dropCopies(ofOne);
      for (int i = 0; i < ofOne.size(); i++) {
        if (ofOne.get(i).number() != i) {
          problems.add(
              "expected chunk %d of processor %s, found chunk %s"
                  .formatted(
                      i,
                      Integer.toUnsignedString(ofOne.get(i).processor()),
                      Long.toUnsignedString(ofOne.get(i).number())));
          break;
        }
      }
    }
    return List.copyOf(byProcessor.values());
  }

  /**
   * A slot that was copied and not yet reused when the process died is there twice. The slot comes
   * before its copy in the file; it is taken, because the copy may be torn.
   */
  private static void dropCopies(List<Chunk> sorted) {
    for (int i = sorted.size() - 1; i > 0; i--) {
      if (sorted.get(i).number() == sorted.get(i - 1).number()) {
        sorted.remove(i);
      }
    }
  }

  /**
   * Every ticket belongs to a record that has at least a word in the file, was dropped, or was in
   * flight.
   */
  private static long ticketLimit(FileHeader header, long slots, List<String> problems) {
    long dropped = Math.clamp(header.dropped(), 0, 1L << 48);
    long possible = slots * (header.chunkSize() / Layout.WORD) + dropped + IN_FLIGHT;
    if (header.state() == EndState.BEING_WRITTEN) {
      return possible;
    }
    if (header.lastTicket() >= 0 && header.lastTicket() <= possible) {
      return header.lastTicket();
    }
    problems.add(
        "expected at most %d tickets, found %s in the header"
            .formatted(possible, Long.toUnsignedString(header.lastTicket())));
    return possible;
  }
}
