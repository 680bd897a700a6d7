package dev.harrier.explore.replay;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** The {@code key=value} words of a replay string. */
final class Fields {
  /** What is before the checksum, which strings of earlier versions do not have. */
  private static final String SUM = ":sum=";

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();

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
    int end = text.lastIndexOf(SUM);
    String rest = end < 0 ? text : text.substring(0, end);
    if (end >= 0 && !text.equals(withSum(rest))) {
      throw ReplayCodeException.refused(
          "the replay string is not as Harrier wrote it: its checksum, sum, does not fit the rest;"
              + " copy all of it");
    }
    return ofWords(rest.substring(ReplayCode.START.length()));
  }

  /** A replay string, and behind it a checksum of it: 32 bits as seven digits of base 32. */
  static String withSum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return text + SUM + Long.toString(crc.getValue() | 1L << 35, 32).substring(1);
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

  /**
   * To be called when everything is read.
   *
   * @throws ReplayCodeException if there are other fields: a mistake, or a newer Harrier's, which
   *     mean another schedule than the rest
   */
  void refuseOthers() throws ReplayCodeException {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw ReplayCodeException.damaged(
            "'%s' is not a field of a replay string that this Harrier knows".formatted(key));
      }
    }
  }

  /** As it stands; "" if it is missing. */
  String raw(String key) {
    known.add(key);
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
