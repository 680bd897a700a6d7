package dev.harrier.explore.replay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Writes any text with characters that mean nothing to a shell; others are {@code %XX}. */
final class Escape {
  private static final String PLAIN = "._-/+@";

  private Escape() {}

  static String escape(String text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (letter || PLAIN.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%').append("%02X".formatted((int) c));
      }
    }
    return out.toString();
  }

  /**
   * Reads what {@link #escape} writes.
   *
   * @throws ReplayCodeException if it has a character that can't stand there, or a damaged escape
   */
  static String unescape(String text) throws ReplayCodeException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > '~') {
        throw damaged(text);
      }
      if (c != '%') {
        bytes.write(c);
        continue;
      }
      try {
        bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw damaged(text);
      }
      i += 2;
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static ReplayCodeException damaged(String text) {
    return ReplayCodeException.damaged("'%s' is cut off or damaged".formatted(text));
  }

  /** Several texts as one; commas stand between them. */
  static String join(List<String> texts) {
    return texts.stream().map(Escape::escape).collect(Collectors.joining(","));
  }

  static List<String> split(String joined) throws ReplayCodeException {
    List<String> texts = new ArrayList<>();
    for (String one : joined.isEmpty() ? new String[0] : joined.split(",", -1)) {
      texts.add(unescape(one));
    }
    return texts;
  }
}
