package dev.harrier.cli.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words behind {@code go build}: flags, then packages or files.
 *
 * @param all of them
 */
record GoBuildWords(List<String> all) {
  GoBuildWords {
    all = List.copyOf(all);
  }

  /** A flag with its value, and how many words the two take. */
  private record Flag(String name, String value, int at, int words) {}

  private List<Flag> flags() {
    List<Flag> flags = new ArrayList<>();
    int at = 0;
    while (at < all.size() && all.get(at).startsWith("-") && !all.get(at).equals("--")) {
      String text = all.get(at).replaceFirst("^--?", "");
      int equals = text.indexOf('=');
      boolean taken = equals < 0 && !GoRunWords.isSwitch(text) && at + 1 < all.size();
      flags.add(
          new Flag(
              equals < 0 ? text : text.substring(0, equals),
              taken ? all.get(at + 1) : text.substring(equals + 1),
              at,
              taken ? 2 : 1));
      at += taken ? 2 : 1;
    }
    return flags;
  }

  boolean has(String name) {
    return value(name).isPresent();
  }

  /** The last value of a flag, which is the one that counts. */
  Optional<String> value(String name) {
    return flags().stream().filter(f -> f.name.equals(name)).map(Flag::value).reduce((_, b) -> b);
  }

  /** All words but those of a flag. */
  GoBuildWords without(String name) {
    List<String> words = new ArrayList<>(all);
    for (Flag flag : flags().reversed()) {
      if (flag.name.equals(name)) {
        words.subList(flag.at, flag.at + flag.words).clear();
      }
    }
    return new GoBuildWords(words);
  }

  /** All words, with another one for {@code go build}, where no later one takes its place. */
  List<String> with(String flag) {
    List<String> words = new ArrayList<>(all);
    // go wants -C to be the first.
    int at =
        flags().stream()
            .filter(f -> f.name.equals("C"))
            .mapToInt(Flag::words)
            .findFirst()
            .orElse(0);
    words.add(at, flag);
    return words;
  }
}
