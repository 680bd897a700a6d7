package dev.harrier.cli.build;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier run}: {@code harrier build}, and the program takes Harrier's place. */
@Command(
    name = "run",
    description = {
      "Build a program as harrier build does and run it, with HARRIER_LEAKS=report unless that is"
          + " set.",
      "Takes the flags of go run. The program replaces this process, with its exit status and"
          + " signals."
    },
    footer = {"", "  harrier run ./cmd/server -listen :8080"})
public final class RunCommand implements Callable<Integer> {
  private static final String SWITCH = "HARRIER_LEAKS";

  private final CommandContext context;

  @Parameters(
      arity = "0..*",
      paramLabel = "[go build flags] PACKAGE [ARGUMENTS]",
      description = "As go run takes them.")
  private List<String> words = new ArrayList<>();

  public RunCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    Host.mustBeLinux("run");
    GoRunWords parts = GoRunWords.of(words);
    if (parts.target().isEmpty()) {
      throw UserError.usage("no program given: harrier run takes a package or Go files, as go run");
    }
    Path executable = executable(parts);
    List<String> build = new ArrayList<>(parts.flags());
    build.add("-o=" + executable);
    build.addAll(parts.target());
    int status = new LeakBuild(context).build(build);
    if (status != 0) {
      return LeakBuild.status(status);
    }
    Map<String, String> environment = new HashMap<>(context.environment());
    environment.putIfAbsent(SWITCH, "report");
    List<String> command = new ArrayList<>(parts.wrapper());
    command.add(executable.toString());
    command.addAll(parts.arguments());
    try {
      throw new UserError(ExitStatus.HARRIER_FAILED, ProcessReplacement.with(command, environment));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** One place for each program and flags: the next run of it replaces the file. */
  private Path executable(GoRunWords parts) throws UserError {
    String key = context.directory() + "\0" + parts.flags() + parts.target();
    Path folder =
        CacheDirectory.inUse(context.environment())
            .resolve("run")
            .resolve(Integer.toHexString(key.hashCode()));
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
    return folder.resolve(parts.name(context.directory()));
  }
}
