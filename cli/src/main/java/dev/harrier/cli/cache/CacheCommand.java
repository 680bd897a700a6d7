package dev.harrier.cli.cache;

import dev.harrier.base.file.CacheTag;
import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CacheEntries;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code harrier cache}: what Harrier keeps for the user, and how to be rid of it. */
@Command(
    name = "cache",
    description = {
      "Print the directory and the size of the cache.",
      "Harrier recreates what it needs. Entries that were not used for a month are removed"
          + " automatically; runs of read-only modules, which are stored there too, are kept, and so"
          + " is what is in use and every file that is not Harrier's."
    })
public final class CacheCommand implements Callable<Integer> {
  private final CommandContext context;

  public CacheCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    return with((directory, entries) ->
        context.output().printf("%s: %.1f MB%n", directory, entries.size() / 1e6));
  }

  @Command(name = "clean", description = "Empty the cache, except for entries that are in use.")
  int clean() throws UserError {
    return with((directory, entries) -> {
      long size = entries.size();
      long left = entries.clean().size();
      context.output().printf("removed %.1f MB from %s%n", (size - left) / 1e6, directory);
      if (left > 0) {
        context.output().printf("left %.1f MB that are in use%n", left / 1e6);
      }
    });
  }

  private interface Use {
    void of(Path directory, CacheEntries entries) throws IOException;
  }

  private int with(Use use) throws UserError {
    Path directory = CacheDirectory.of(context.environment());
    try {
      mustBeCache(directory);
      use.of(directory, CacheEntries.in(directory));
      return ExitStatus.NOTHING_FOUND.code();
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private static void mustBeCache(Path directory) throws UserError, IOException {
    if (!Files.exists(directory) || CacheTag.isOn(directory)) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      if (entries.iterator().hasNext()) {
        throw CacheDirectory.refusal(directory);
      }
    }
  }
}
