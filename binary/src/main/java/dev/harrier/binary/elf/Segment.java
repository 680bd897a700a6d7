package dev.harrier.binary.elf;

/**
 * A program header.
 *
 * @param type {@code p_type}
 * @param flags {@code p_flags}: 1 execute, 2 write, 4 read
 * @param offset position in the file, bytes
 * @param address link-time virtual address
 * @param fileSize bytes that come from the file
 * @param memorySize bytes in memory; what exceeds {@code fileSize} is zero
 */
public record Segment(
    int type, int flags, long offset, long address, long fileSize, long memorySize, long align) {
  static final int LOAD = 1;
  static final int DYNAMIC = 2;

  public boolean isLoad() {
    return type == LOAD;
  }

  public boolean isWritable() {
    return (flags & 2) != 0;
  }

  public boolean isExecutable() {
    return (flags & 1) != 0;
  }

  /** Whether {@code length} bytes from {@code start} on are in the file. */
  boolean holds(long start, long length) {
    return start >= address && length <= fileSize && start - address <= fileSize - length;
  }
}
