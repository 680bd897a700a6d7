package dev.harrier.cli;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.manual.ManualPage;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier man DIRECTORY}: the manual pages of all commands. */
@Command(
    name = "man",
    description = "Write the manual pages of all commands to DIRECTORY/man1.",
    footer = {"", "  harrier man ~/.local/share/man && man harrier-test"})
final class ManCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Parameters(
      paramLabel = "DIRECTORY",
      description = "A directory that man searches, as manpath lists them; created if missing.")
  private Path directory = Path.of("");

  ManCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    List<ManualPage> pages =
        ManualPage.of(HarrierCommand.commandLine(context, shutdown), Version.current());
    Path section = context.directory().resolve(directory).resolve("man1");
    try {
      Files.createDirectories(section);
      for (ManualPage page : pages) {
        AtomicFile.replace(section.resolve(page.name()), page.text());
      }
    } catch (IOException e) {
      throw UserError.usage(
          "the pages can't be written to %s: %s".formatted(section, IoErrors.reason(e)));
    }
    context.output().printf("%d pages in %s%n", pages.size(), section);
    return ExitStatus.NOTHING_FOUND.code();
  }
}
