package dev.harrier.tracing.wire;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The header of a trace file; times are nanoseconds, positions in the text segment are addresses.
 *
 * @param minorVersion of the format; kinds of records that this reader does not know may occur if
 *     it is above {@link #MINOR_VERSION}
 * @param chunkSize in bytes
 * @param wallClock at the start, since 1970
 * @param monotonic clock at the start
 * @param cycles the cycle counter at the start
 * @param buildDigest of the hook code that wrote the file
 * @param exitStatus in state {@link EndState#ENDED}; if the file could not be written, the error
 *     number
 * @param dropped how many records were dropped after tracing stopped early
 * @param lastTicket the last ticket that was given out; valid unless the state is {@link
 *     EndState#BEING_WRITTEN}
 * @param chunks how many chunks were handed out; valid like {@code lastTicket}
 * @param endMonotonic the monotonic clock at the end, or 0 if it is not known
 * @param endCycles the cycle counter at the end, or 0 if it is not known
 * @param missesRaces whether accesses to memory were more, or goroutines, than the race detector of
 *     a controlled run has room for
 * @param stalls how many times so far the goroutine of a test had been blocked in one place for ten
 *     seconds: the trace has a checkpoint of each such moment
 */
public record FileHeader(
    int minorVersion,
    int chunkSize,
    long pid,
    long wallClock,
    long monotonic,
    long cycles,
    long textStart,
    long textEnd,
    long buildDigest,
    EndState state,
    int exitStatus,
    long dropped,
    long lastTicket,
    long chunks,
    long endMonotonic,
    long endCycles,
    boolean missesRaces,
    int stalls,
    String goVersion,
    String executable) {
  /** The minor version that the hooks of this release write, and its reader knows. */
  public static final int MINOR_VERSION = 13;

  /** Whether a file has no header yet: its process has not begun to write one. */
  public static boolean isUnwritten(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      for (byte each : in.readNBytes(Long.BYTES)) {
        if (each != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The header of a file that may still be written; empty for what is no trace that this reader
   * knows, or not yet.
   */
  public static Optional<FileHeader> read(Path file) throws IOException {
    ByteBuffer header = ByteBuffer.allocateDirect(Layout.HEADER_SIZE);
    try (FileChannel channel = FileChannel.open(file)) {
      while (header.hasRemaining() && channel.read(header) >= 0) {
        // Until there is enough of it, or the file ends.
      }
    }
    try {
      return Optional.of(HeaderParser.parse(file, MemorySegment.ofBuffer(header.flip())));
    } catch (UnreadableTraceException e) {
      return Optional.empty();
    }
  }
}
