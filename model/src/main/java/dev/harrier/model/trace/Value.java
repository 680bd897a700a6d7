package dev.harrier.model.trace;

import java.util.List;

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
    /** How many bytes of a string are recorded at most. */
    public static final int LONGEST = 40;

    /** Whether there is no more of it. */
    public boolean isWhole() {
      return length <= LONGEST;
    }
  }

  /**
   * A slice, an array or a map.
   *
   * @param first the first elements, as many as are known; none of a map
   */
  record Collection(String type, long length, List<Value> first) implements Value {
    public Collection {
      first = List.copyOf(first);
    }

    /** One of which no element is known. */
    public Collection(String type, long length) {
      this(type, length, List.of());
    }
  }

  /**
   * A struct.
   *
   * @param fields the first ones, as many as are known
   * @param whole whether these are all
   */
  record Struct(String type, List<Field> fields, boolean whole) implements Value {
    public Struct {
      fields = List.copyOf(fields);
    }
  }

  /** A field of a struct and its value. */
  record Field(String name, Value value) {}

  /**
   * What is in memory, of a type that the run does not know.
   *
   * @param word the bytes from where the value begins to the end of that word
   * @param next the word behind it; 0 if that is not part of the program's memory
   * @param text the bytes that the first word points to, a character each: at most 40; of a string,
   *     if there is no more, no more than its length. Empty if it is no pointer.
   */
  record Bits(long word, long next, String text) implements Value {}

  /** A value of which only the type is known. */
  record Opaque(String type) implements Value {}
}
