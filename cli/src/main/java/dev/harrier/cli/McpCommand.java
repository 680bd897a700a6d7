package dev.harrier.cli;

import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.Version;
import dev.harrier.ide.launch.Launcher;
import dev.harrier.ide.mcp.McpStdioServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;

/** {@code harrier mcp}: the tools of Harrier for agents. */
@Command(
    name = "mcp",
    description = {
      "Serve the Model Context Protocol on standard input and output, for agents.",
      "Its tools run tests, explore, probe, replay, list and explain findings, and check fixes. It"
          + " exits at the end of its input."
    })
final class McpCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  McpCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    shutdown.onRequest(() -> ended.complete(null));
    try (Launcher launcher = new Launcher(Launching.words())) {
      new McpStdioServer(
              launcher,
              context.directory(),
              CacheDirectory.of(context.environment()),
              Version.current())
          .serve(System.in, Launching.protocolOutput(context), ended);
    }
    return ExitStatus.NOTHING_FOUND.code();
  }
}
