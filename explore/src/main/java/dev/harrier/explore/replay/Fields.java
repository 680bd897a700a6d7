package dev.harrier.explore.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The {@code key=value} words of a replay string. Unknown keys are a newer Harrier's. */
final class Fields {
  private final Map<String, String> values = new HashMap<>();

  private Fields() {}

  static Fields of(String text) throws ReplayCodeException {
    if (text.startsWith(ReplayCode.OLD)) {
      throw ReplayCodeException.damaged(
          "this replay string is of an older Harrier, whose schedules mean something else to this"
              + " one: find the schedule again with 'harrier fuzz'");
    }
    if (!text.startsWith(ReplayCode.START)) {
      throw ReplayCodeException.damaged(
          "this is not a replay string that this Harrier knows: " + text);
    }
    return ofWords(text.substring(ReplayCode.START.length()));
  }

  /** Without what a replay string begins with. */
  static Fields ofWords(String text) throws ReplayCodeException {
    Fields fields = new Fields();
    for (String word : text.split(":", -1)) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw ReplayCodeException.damaged("'%s' is not a field of a replay string".formatted(word));
      }
      fields.values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return fields;
  }

  /** As it stands; "" if it is missing. */
  String raw(String key) {
    return values.getOrDefault(key, "");
  }

  String text(String key) throws ReplayCodeException {
    return Escape.unescape(raw(key));
  }

  /**
   * A text of a certain form.
   *
   * @param meaning in words
   */
  String text(String key, Pattern form, String meaning) throws ReplayCodeException {
    String value = text(key);
    if (!form.matcher(value).matches()) {
      throw ReplayCodeException.damaged(
          "field %s of the replay string is not %s".formatted(key, meaning));
    }
    return value;
  }

  String required(String key) throws ReplayCodeException {
    String value = text(key);
    if (value.isEmpty()) {
      throw ReplayCodeException.damaged("the replay string has no field " + key);
    }
    return value;
  }

  /** A number within bounds; {@code from} if it is missing. */
  long number(String key, long from, long to) throws ReplayCodeException {
    String value = raw(key);
    if (value.isEmpty()) {
      return from;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ReplayCodeException.damaged(
        "field %s must be a number from %d to %d, not '%s'".formatted(key, from, to, value));
  }
}
