package dev.harrier.model.command;

import java.util.List;
import java.util.regex.Pattern;

/** Takes out of command lines what is no one else's business, before anything keeps them. */
public final class Secrets {
  /**
   * User and password of a URL: up to the last @, for a password may have one, and so may the other
   * servers of a list.
   */
  private static final Pattern USER_INFO = Pattern.compile("(?s)(\\w://).*@");

  private Secrets() {}

  /** The word without the users and passwords of URLs. */
  public static String hidden(String word) {
    return word.contains("://") ? USER_INFO.matcher(word).replaceAll("$1***@") : word;
  }

  /** The same for each word. */
  public static List<String> hidden(List<String> words) {
    return words.stream().map(Secrets::hidden).toList();
  }
}
