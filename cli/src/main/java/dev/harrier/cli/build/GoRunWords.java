package dev.harrier.cli.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words behind {@code go run}, distinguished as it does: flags of the build, the program, and
 * what the program gets.
 *
 * @param flags of {@code go build}
 * @param wrapper what {@code -exec} names, with its arguments
 * @param target a package, or Go files; empty if there is none
 */
public record GoRunWords(
    List<String> flags, List<String> wrapper, List<String> target, List<String> arguments) {
  /** Those that take no value of their own. All others of {@code go build} do. */
  private static final Set<String> SWITCHES =
      Set.of(
          "a",
          "n",
          "x",
          "v",
          "work",
          "race",
          "msan",
          "asan",
          "cover",
          "json",
          "linkshared",
          "modcacherw",
          "trimpath",
          "buildvcs");

  /** Whether a flag, without hyphens, takes no value. */
  public static boolean isSwitch(String name) {
    return SWITCHES.contains(name);
  }

  public GoRunWords {
    flags = List.copyOf(flags);
    wrapper = List.copyOf(wrapper);
    target = List.copyOf(target);
    arguments = List.copyOf(arguments);
  }

  public static GoRunWords of(List<String> words) {
    List<String> flags = new ArrayList<>();
    List<String> wrapper = List.of();
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("--")) {
      String name = words.get(at).replaceFirst("^--?", "");
      boolean valued = !name.contains("=") && !SWITCHES.contains(name);
      String value = valued && at + 1 < words.size() ? words.get(at + 1) : "";
      if (name.equals("exec") || name.startsWith("exec=")) {
        wrapper = List.of((valued ? value : name.substring("exec=".length())).split(" +"));
      } else {
        flags.addAll(words.subList(at, Math.min(at + (valued ? 2 : 1), words.size())));
      }
      at += valued ? 2 : 1;
    }
    at = Math.min(at, words.size());
    if (at < words.size() && words.get(at).equals("--")) {
      at++;
    }
    int end = at;
    while (end < words.size() && words.get(end).endsWith(".go")) {
      end++;
    }
    if (end == at && at < words.size()) {
      end++;
    }
    return new GoRunWords(flags, wrapper, words.subList(at, end), words.subList(end, words.size()));
  }

  /** What the program is called: its directory, or its first file without {@code .go}. */
  public String name(Path directory) {
    String first = target.getFirst().replaceFirst("@.*", "");
    if (first.endsWith(".go")) {
      return String.valueOf(Path.of(first).getFileName()).replaceFirst("\\.go$", "");
    }
    Path last = directory.resolve(first).normalize().getFileName();
    return last == null || last.toString().equals("...") ? "main" : last.toString();
  }
}
