package dev.harrier.cli;

import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.Version;
import dev.harrier.ide.launch.Launcher;
import dev.harrier.ide.lsp.LspServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code harrier lsp}: findings in editors. */
@Command(
    name = "lsp",
    description = {
      "Serve the Language Server Protocol on standard input and output, for editors.",
      "Findings of stored runs are diagnostics, tests have lenses that run them, and saving a file"
          + " runs vet on its package. It exits at the end of its input."
    })
final class LspCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Option(
      names = {"-stdio", "--stdio"},
      description = "Ignored: it is the only mode; many editors pass it.")
  @SuppressWarnings("UnusedVariable")
  private boolean stdio;

  LspCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() {
    CompletableFuture<Void> stop = new CompletableFuture<>();
    shutdown.onRequest(() -> stop.complete(null));
    try (Launcher launcher = new Launcher(Launching.words())) {
      return new LspServer(launcher, CacheDirectory.of(context.environment()), Version.current())
          .serve(System.in, Launching.protocolOutput(context), stop);
    }
  }
}
