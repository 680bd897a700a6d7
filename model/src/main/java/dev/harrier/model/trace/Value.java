package dev.harrier.model.trace;

/**
 * A value of the program, as far as it is recorded: scalars and the start of strings, how long
 * slices and maps are, and of other values their type. It is data of the user's.
 *
 * <p>The {@code type} is as {@code %T} prints it.
 */
public sealed interface Value {
  /** A nil pointer, channel, map, slice, function or interface. */
  record Nil(String type) implements Value {}

  record Truth(String type, boolean value) implements Value {}

  /**
   * An integer or a floating-point number.
   *
   * @param digits as {@code %v} prints it, but for methods of its type
   */
  record Numeric(String type, String digits) implements Value {}

  /**
   * A string.
   *
   * @param start the first 40 bytes of it
   * @param length of the whole, in bytes
   */
  record Text(String start, long length) implements Value {
    private static final int LONGEST = 40;

    /** Whether there is no more of it. */
    public boolean isWhole() {
      return length <= LONGEST;
    }
  }

  /** A slice or a map. */
  record Collection(String type, long length) implements Value {}

  /**
   * What is in memory, of a type that the run does not know.
   *
   * @param word the bytes from where the value begins to the end of that word
   * @param next the word behind it; 0 if that is not part of the program's memory
   * @param text if the two are a pointer and a length, the bytes at it: at most 40
   */
  record Bits(long word, long next, String text) implements Value {}

  /** A value of which only the type is known. */
  record Opaque(String type) implements Value {}
}
