package dev.harrier.tracing.wire;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * A mapped trace file. Only the thread that opened it may use it: to end what threads share takes
 * all of them. Cursors of a closed file must not be used.
 */
public final class TraceFile implements AutoCloseable {
  private final Arena arena;
  private final MemorySegment bytes;
  private final FileHeader header;
  private final ChunkIndex index;

  private TraceFile(Arena arena, MemorySegment bytes, FileHeader header) {
    this.arena = arena;
    this.bytes = bytes;
    this.header = header;
    this.index = ChunkIndex.of(bytes, header);
  }

  /**
   * Opens a file and finds its chunks.
   *
   * @throws UnreadableTraceException if the header is not that of a trace that this reader knows
   */
  public static TraceFile open(Path file) throws IOException {
    Arena arena = Arena.ofConfined();
    try (FileChannel channel = FileChannel.open(file)) {
      long words = channel.size() / Layout.WORD * Layout.WORD;
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, words, arena);
      return new TraceFile(arena, bytes, HeaderParser.parse(file, bytes));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  public FileHeader header() {
    return header;
  }

  /** All readable chunks, in the order of the file. */
  public List<Chunk> chunks() {
    return index.chunks();
  }

  /** What was wrong with the chunks' headers. */
  public List<String> problems() {
    return index.problems();
  }

  /** One cursor for each processor, before its first record. */
  public List<RecordCursor> cursors(Damage damage) {
    return index.byProcessor().stream()
        .map(chunks -> new RecordCursor(bytes, chunks, index.ticketLimit(), damage))
        .toList();
  }

  @Override
  public void close() {
    arena.close();
  }
}
