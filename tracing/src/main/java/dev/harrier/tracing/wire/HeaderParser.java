package dev.harrier.tracing.wire;

import static dev.harrier.tracing.wire.Layout.INT;
import static dev.harrier.tracing.wire.Layout.LONG;
import static dev.harrier.tracing.wire.Layout.SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads and checks the header of a file. */
final class HeaderParser {
  private HeaderParser() {}

  static FileHeader parse(Path file, MemorySegment bytes) throws UnreadableTraceException {
    if (bytes.byteSize() < Layout.HEADER_SIZE) {
      throw new UnreadableTraceException(
          file,
          "expected a Harrier trace, found only %d bytes, fewer than a header has"
              .formatted(bytes.byteSize()));
    }
    if (bytes.get(LONG, 0) != Layout.MAGIC) {
      throw new UnreadableTraceException(
          file, "expected a Harrier trace, found a file without its magic number");
    }
    int major = Short.toUnsignedInt(bytes.get(SHORT, 10));
    if (major != Layout.MAJOR_VERSION) {
      throw new UnreadableTraceException(
          file,
          "expected trace format %d, found %d; read it with the version of Harrier that recorded it"
              .formatted(Layout.MAJOR_VERSION, major));
    }
    int chunkSize = bytes.get(INT, 12);
    if (chunkSize <= 0 || chunkSize > Layout.MAX_CHUNK_SIZE || chunkSize % Layout.CHUNK_UNIT != 0) {
      throw new UnreadableTraceException(
          file,
          "expected a chunk size that is a multiple of %d up to %d, found %d; the header is damaged"
              .formatted(Layout.CHUNK_UNIT, Layout.MAX_CHUNK_SIZE, chunkSize));
    }
    return header(bytes, chunkSize);
  }

  private static FileHeader header(MemorySegment bytes, int chunkSize) {
    return new FileHeader(
        Short.toUnsignedInt(bytes.get(SHORT, 8)),
        chunkSize,
        bytes.get(LONG, 16),
        bytes.get(LONG, 24),
        bytes.get(LONG, 32),
        bytes.get(LONG, 40),
        bytes.get(LONG, 48),
        bytes.get(LONG, 56),
        bytes.get(LONG, 64),
        EndState.of(bytes.get(INT, 72)),
        bytes.get(INT, 76),
        bytes.get(LONG, 80),
        bytes.get(LONG, 88),
        bytes.get(LONG, 96),
        bytes.get(LONG, 104),
        bytes.get(LONG, 112),
        (bytes.get(INT, 120) & Layout.MISSES_RACES) != 0,
        bytes.get(INT, 124),
        string(bytes, Layout.GO_VERSION_AT, Layout.MAX_GO_VERSION),
        string(bytes, Layout.EXECUTABLE_AT, Layout.MAX_EXECUTABLE));
  }

  private static String string(MemorySegment bytes, int at, int max) {
    int length = Math.min(max, Short.toUnsignedInt(bytes.get(SHORT, at)));
    byte[] content = bytes.asSlice(at + 2L, length).toArray(ValueLayout.JAVA_BYTE);
    String text = new String(content, StandardCharsets.UTF_8);
    // A path with a NUL in it is none; it would be an error wherever it is used as one.
    return text.indexOf('\0') < 0 ? text : "";
  }
}
