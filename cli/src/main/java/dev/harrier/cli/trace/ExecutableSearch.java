package dev.harrier.cli.trace;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds an executable by what the user typed, as a shell does. */
final class ExecutableSearch {
  private ExecutableSearch() {}

  /** A word with a slash is a path; any other is looked for on {@code PATH}. */
  static Path find(String word, CommandContext context) throws UserError {
    if (word.contains("/")) {
      Path path = context.directory().resolve(word);
      if (!Files.exists(path)) {
        throw UserError.usage("%s does not exist".formatted(path));
      }
      if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
        throw UserError.usage("%s is not a file that can be read".formatted(path));
      }
      return path;
    }
    for (String place : context.environment().getOrDefault("PATH", "").split(":")) {
      Path path = context.directory().resolve(place).resolve(word);
      if (Files.isRegularFile(path) && Files.isExecutable(path)) {
        return path;
      }
    }
    String hint =
        Files.exists(context.directory().resolve(word))
            ? "; for the one in this directory, type ./" + word
            : "";
    throw UserError.usage("no executable %s on PATH%s".formatted(word, hint));
  }
}
