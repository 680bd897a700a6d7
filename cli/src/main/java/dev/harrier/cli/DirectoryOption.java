package dev.harrier.cli;

import dev.harrier.cli.process.UserError;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a command is run, and its words: {@code harrier test -C DIR ./...} is what {@code harrier
 * test ./...} is in that directory, as {@code go} has it. The launchers turn {@code harrier -C DIR
 * test} into that.
 *
 * @param directory where it is run; the current one if {@code named} is none
 * @param named what {@code -C} names; "" without it
 */
record DirectoryOption(Path directory, String named, List<String> arguments) {
  /** Of a command's words, name first. */
  static DirectoryOption of(Path current, String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    String option = arguments.size() < 2 ? "" : arguments.get(1).replaceFirst("^--", "-");
    String named = "";
    if (option.startsWith("-C=")) {
      named = option.substring("-C=".length());
      arguments.remove(1);
    } else if (option.equals("-C") && arguments.size() > 2) {
      named = arguments.get(2);
      arguments.subList(1, 3).clear();
    }
    return new DirectoryOption(resolved(current, named), named, List.copyOf(arguments));
  }

  private static Path resolved(Path current, String named) {
    try {
      return current.resolve(named).normalize();
    } catch (InvalidPathException e) {
      return current;
    }
  }

  /** Refuses a directory that is none. */
  void check() throws UserError {
    if (!named.isEmpty() && (named.indexOf('\0') >= 0 || !Files.isDirectory(directory))) {
      throw UserError.usage("no such directory: %s (from -C)".formatted(named));
    }
  }

  String[] words() {
    return arguments.toArray(String[]::new);
  }
}
