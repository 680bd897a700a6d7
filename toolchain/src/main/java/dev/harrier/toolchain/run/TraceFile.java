package dev.harrier.toolchain.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The fields of a trace's header that tell whose trace it is (docs/trace-format.md). Reading events
 * is the business of module tracing.
 *
 * @param digest of the overlay that the process was built with
 * @param executable the process's own path to its binary
 */
record TraceFile(Path path, long pid, long digest, String executable) {
  private static final int HEADER = 4096;
  private static final long MAGIC = 0x0052454952524148L; // "HARRIER\0"
  private static final int PID = 16;
  private static final int DIGEST = 64;
  private static final int EXECUTABLE = 256;

  /** Empty if the file is too short or not a trace. */
  static Optional<TraceFile> read(Path path) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(path)) {
      while (header.hasRemaining() && channel.read(header) >= 0) {
        // Until the header is full or the file ends.
      }
    }
    if (header.hasRemaining() || header.getLong(0) != MAGIC) {
      return Optional.empty();
    }
    int length =
        Math.min(Short.toUnsignedInt(header.getShort(EXECUTABLE)), HEADER - EXECUTABLE - 2);
    byte[] executable = new byte[length];
    header.get(EXECUTABLE + 2, executable);
    return Optional.of(
        new TraceFile(
            path,
            header.getLong(PID),
            header.getLong(DIGEST),
            new String(executable, StandardCharsets.UTF_8)));
  }
}
