package dev.harrier.cli;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code harrier version}. */
@Command(name = "version", description = "Print the version of Harrier and of its Java.")
final class VersionCommand implements Callable<Integer> {
  private final CommandContext context;

  VersionCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    context.output().printf("harrier %s (Java %s)%n", Version.current(), Runtime.version());
    return ExitStatus.NOTHING_FOUND.code();
  }
}
