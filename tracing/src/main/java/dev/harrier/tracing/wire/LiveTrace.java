package dev.harrier.tracing.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** What the header of a trace tells while its process still runs. */
public final class LiveTrace {
  private static final int MAGIC_AT = 0;
  private static final int STALLS_AT = 124;

  private LiveTrace() {}

  /**
   * How many times so far the goroutine of a test had been blocked in one place for ten seconds:
   * the trace then has a checkpoint of that moment. 0 for what is no trace, or not yet.
   */
  public static int stalls(Path file) throws IOException {
    ByteBuffer header =
        ByteBuffer.allocate(STALLS_AT + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file)) {
      while (header.hasRemaining() && channel.read(header) >= 0) {
        // Until there is enough of it, or the file ends.
      }
    }
    return header.hasRemaining() || header.getLong(MAGIC_AT) != Layout.MAGIC
        ? 0
        : header.getInt(STALLS_AT);
  }
}
