package dev.harrier.tracing.wire;

/**
 * The header of a trace file; times are nanoseconds, positions in the text segment are addresses.
 *
 * @param minorVersion of the format; kinds of records that this reader does not know may occur if
 *     it is above {@link Layout#MINOR_VERSION}
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
    String goVersion,
    String executable) {}
