package dev.harrier.tracing.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeMap;

/**
 * Writes trace files as an instrumented process does, for tests and benchmarks. The caller plays
 * the processors: it takes one writer for each and calls them in the order of the tickets.
 */
public final class TraceWriter implements AutoCloseable {
  private final FileChannel channel;
  private final FileHeader header;
  private final TreeMap<Integer, ProcessorWriter> processors = new TreeMap<>();
  private long tickets;
  private long chunks;

  private TraceWriter(FileChannel channel, FileHeader header) {
    this.channel = channel;
    this.header = header;
  }

  /** Creates a file; of {@code header} all that is known at the start is used. */
  public static TraceWriter create(Path file, FileHeader header) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    TraceWriter writer = new TraceWriter(channel, header);
    writer.writeHeader(EndState.BEING_WRITTEN, 0, 0, 0);
    return writer;
  }

  /** The writer of one processor; {@link Chunk#NO_PROCESSOR} is one too. */
  public ProcessorWriter processor(int number) {
    return processors.computeIfAbsent(number, p -> new ProcessorWriter(this, p));
  }

  /**
   * Ends the trace in good order; without it {@link #close} leaves the trace of a killed process.
   */
  public void end(int exitStatus, long endMonotonic, long endCycles) throws IOException {
    processors.values().forEach(ProcessorWriter::flush);
    writeHeader(EndState.ENDED, exitStatus, endMonotonic, endCycles);
  }

  @Override
  public void close() throws IOException {
    processors.values().forEach(ProcessorWriter::flush);
    channel.close();
  }

  int chunkSize() {
    return header.chunkSize();
  }

  long lastTicket() {
    return tickets;
  }

  long takeTicket() {
    return ++tickets;
  }

  /** The file offset of a new chunk. */
  long takeChunk() {
    return Layout.HEADER_SIZE + chunks++ * header.chunkSize();
  }

  void write(ByteBuffer bytes, long at) {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, at + bytes.position());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeHeader(EndState state, int exitStatus, long endMonotonic, long endCycles) {
    ByteBuffer bytes = ByteBuffer.allocate(Layout.HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    bytes
        .putLong(Layout.MAGIC)
        .putShort((short) header.minorVersion())
        .putShort((short) Layout.MAJOR_VERSION)
        .putInt(header.chunkSize())
        .putLong(header.pid())
        .putLong(header.wallClock())
        .putLong(header.monotonic())
        .putLong(header.cycles())
        .putLong(header.textStart())
        .putLong(header.textEnd())
        .putLong(header.buildDigest())
        .putInt(state.code())
        .putInt(exitStatus)
        .putLong(0)
        .putLong(state == EndState.BEING_WRITTEN ? 0 : tickets)
        .putLong(state == EndState.BEING_WRITTEN ? 0 : chunks)
        .putLong(endMonotonic)
        .putLong(endCycles);
    string(bytes.position(Layout.GO_VERSION_AT), header.goVersion());
    string(bytes.position(Layout.EXECUTABLE_AT), header.executable());
    write(bytes.clear(), 0);
  }

  private static void string(ByteBuffer bytes, String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    bytes.putShort((short) content.length).put(content);
  }
}
