package dev.harrier.cli.build;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier build}: a binary that can find its leaked goroutines in production. */
@Command(
    name = "build",
    description = {
      "Build a program whose garbage collector finds leaked goroutines, if HARRIER_LEAKS asks"
          + " for it.",
      "Takes the flags of go build. Without HARRIER_LEAKS in its environment the binary behaves"
          + " like one of go build."
    },
    footer = {
      "",
      "  harrier build -o server ./cmd/server",
      "  HARRIER_LEAKS=report ./server        report leaked goroutines to standard error",
      "  HARRIER_LEAKS=reclaim ./server       and end those that leave nothing behind",
      "docs/production.md has the other switches."
    })
public final class BuildCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      arity = "0..*",
      paramLabel = "[go build flags] PACKAGES",
      description = "As go build takes them.")
  private List<String> arguments = new ArrayList<>();

  public BuildCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    return LeakBuild.status(new LeakBuild(context).build(arguments));
  }
}
