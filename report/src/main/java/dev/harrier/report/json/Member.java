package dev.harrier.report.json;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.Reader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place in a JSON document, with typed access that names the place when it fails. */
record Member(String path, @Nullable JsonElement element) {
  /** Parses a whole document. */
  static Member parse(Reader reader) throws MalformedJsonException {
    try {
      return new Member("$", JsonParser.parseReader(reader));
    } catch (JsonParseException e) {
      throw new MalformedJsonException("not JSON: " + e.getMessage());
    }
  }

  /** The member {@code name} of this object; it may be absent. */
  Member get(String name) throws MalformedJsonException {
    if (element instanceof JsonObject object) {
      return new Member(path + "." + name, object.get(name));
    }
    throw expected("an object");
  }

  boolean isPresent() {
    return element != null && !element.isJsonNull();
  }

  String string() throws MalformedJsonException {
    if (element instanceof JsonPrimitive p && p.isString()) {
      return p.getAsString();
    }
    throw expected("a string");
  }

  Path file() throws MalformedJsonException {
    try {
      return Path.of(string());
    } catch (InvalidPathException e) {
      throw expected("the name of a file");
    }
  }

  long number() throws MalformedJsonException {
    if (element instanceof JsonPrimitive p && p.isNumber()) {
      String digits = p.getAsString();
      try {
        // To load BigDecimal takes Java longer than to read a document.
        return digits.matches("-?[0-9]{1,18}")
            ? Long.parseLong(digits)
            : p.getAsBigDecimal().longValueExact();
      } catch (ArithmeticException | NumberFormatException e) {
        throw expected("a whole number");
      }
    }
    throw expected("a whole number");
  }

  int integer() throws MalformedJsonException {
    long value = number();
    if (value != (int) value) {
      throw expected("a number of at most 32 bits");
    }
    return (int) value;
  }

  boolean bool() throws MalformedJsonException {
    if (element instanceof JsonPrimitive p && p.isBoolean()) {
      return p.getAsBoolean();
    }
    throw expected("true or false");
  }

  <E extends Enum<E>> E constant(Class<E> type) throws MalformedJsonException {
    String word = string();
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(word)) {
        return constant;
      }
    }
    throw expected("a " + type.getSimpleName().toLowerCase(Locale.ROOT));
  }

  /** The written form of a constant: {@code PREDICTED} is {@code predicted}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The written form of a type's name: {@code LockedTwice} is {@code locked-twice}. */
  static String kind(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  <T> List<T> list(Reading<T> reading) throws MalformedJsonException {
    if (element == null || !element.isJsonArray()) {
      throw expected("an array");
    }
    List<T> list = new ArrayList<>();
    for (JsonElement item : element.getAsJsonArray()) {
      list.add(reading.read(new Member(path + "[" + list.size() + "]", item)));
    }
    return list;
  }

  <T> Optional<T> optional(Reading<T> reading) throws MalformedJsonException {
    return isPresent() ? Optional.of(reading.read(this)) : Optional.empty();
  }

  /** The failure to find {@code what} here. */
  MalformedJsonException expected(String what) {
    return new MalformedJsonException("%s: expected %s, found %s".formatted(path, what, found()));
  }

  private String found() {
    String text = element == null ? "nothing" : element.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }

  /** How to read one value. */
  @FunctionalInterface
  interface Reading<T> {
    T read(Member member) throws MalformedJsonException;
  }
}
