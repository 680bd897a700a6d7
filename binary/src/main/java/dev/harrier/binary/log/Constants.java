package dev.harrier.binary.log;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.ElfFile;
import java.nio.charset.StandardCharsets;

/**
 * What a process has in its memory because the executable has it: constant strings, types. All
 * addresses are those of the process.
 */
public final class Constants {
  private static final long LONGEST = 4096;

  /** Offset of {@code abi.Type.Kind_}, and the number of a string's (internal/abi/type.go). */
  private static final int KIND = 23;

  private static final int KIND_BITS = 31;
  private static final int STRING = 24;

  private final ElfFile file;
  private final long slide;

  /**
   * @param slide how far the process is from its link-time addresses
   */
  public Constants(ElfFile file, long slide) {
    this.file = file;
    this.slide = slide;
  }

  /** The string at an address, "" if the executable has none there. */
  public String string(long address, long length) {
    long place = address - slide;
    if (length <= 0 || length > LONGEST || !file.holds(place, length)) {
      return "";
    }
    return new String(file.slice(place, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /**
   * The text of a panic's value, if it is a constant string or one of the runtime's errors that are
   * strings; else "".
   *
   * @param type address of its type
   * @param value what the interface has for its value: the address of the string's header
   */
  public String panicValue(long type, long value) {
    long kind = type - slide + KIND;
    long header = value - slide;
    if (!file.holds(kind, 1)
        || (file.slice(kind, 1).get(JAVA_BYTE, 0) & KIND_BITS) != STRING
        || !file.holds(header, 2 * Long.BYTES)) {
      return "";
    }
    long text = file.relocations().word(header) + slide;
    return string(text, file.relocations().word(header + Long.BYTES));
  }
}
