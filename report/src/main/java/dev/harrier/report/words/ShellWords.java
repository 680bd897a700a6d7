package dev.harrier.report.words;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes words so that a shell reads them as they are. */
public final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWords() {}

  /** One word. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** A command line. */
  public static String joined(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }
}
