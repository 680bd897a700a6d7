package dev.harrier.tracing.wire;

/**
 * The header of a chunk, and where its records are.
 *
 * @param start offset of its first record in the file
 * @param end offset after its last byte
 * @param processor as an unsigned number; {@link #NO_PROCESSOR} for threads without one
 * @param number of this chunk among the processor's chunks
 * @param nanos monotonic clock
 */
public record Chunk(
    long start, long end, int processor, long number, long baseTicket, long cycles, long nanos) {
  /** The processor number of events of threads without a processor. */
  public static final int NO_PROCESSOR = -1;
}
