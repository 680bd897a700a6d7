package dev.harrier.cli.cache;

import dev.harrier.cli.session.CacheDirectory;
import dev.harrier.cli.session.CacheEntries;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.UserError;
import dev.harrier.model.file.IoErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier cache}: what Harrier keeps for the user, and how to be rid of it. */
@Command(
    name = "cache",
    description = {
      "Say where the cache is and how large, or with clean remove what is in it.",
      "Harrier makes again what it needs. What it has not used for a month goes by itself; runs of"
          + " modules that can't be written to are kept there too, and stay.",
      ""
    })
public final class CacheCommand implements Callable<Integer> {
  private final CommandContext surroundings;

  @Parameters(arity = "0..1", paramLabel = "clean", description = "Remove it.")
  private String action = "";

  public CacheCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UserError {
    if (!action.isEmpty() && !action.equals("clean")) {
      throw UserError.usage(
          "harrier cache takes nothing, or the word clean, not '%s'".formatted(action));
    }
    Path directory = CacheDirectory.of(surroundings.environment());
    try {
      CacheEntries entries = CacheEntries.in(directory);
      double megabytes = entries.size() / 1e6;
      if (action.isEmpty()) {
        surroundings.output().printf("%s: %.1f MB%n", directory, megabytes);
      } else {
        entries.clean();
        surroundings.output().printf("removed %.1f MB from %s%n", megabytes, directory);
      }
      return ExitStatus.NOTHING_FOUND.code();
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }
}
