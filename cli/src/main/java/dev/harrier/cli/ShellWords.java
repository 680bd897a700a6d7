package dev.harrier.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes words so that a shell reads them as they are. */
final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWords() {}

  static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  static String joined(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }
}
