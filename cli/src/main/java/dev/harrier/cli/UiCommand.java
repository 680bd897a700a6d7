package dev.harrier.cli;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.distributed.AccessOptions;
import dev.harrier.cli.distributed.CampaignFollower;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.ide.browser.PageServer;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier ui}: the stored runs in a browser. */
@Command(
    name = "ui",
    description = {
      "Show the stored runs of this module in a browser on this machine.",
      "It prints the address to open, which holds a token; the page of a running exploration"
          + " shows its executions, coverage and findings as they come. Ctrl-C stops it.",
      "With the address of a campaign it follows that, too, as a run of this module."
    })
final class UiCommand implements Callable<Integer> {
  private static final int LAST_PORT = 65_535;

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Option(
      names = {"-port", "--port"},
      paramLabel = "N",
      defaultValue = "0",
      description = "The port on 127.0.0.1 (default: any that is free).")
  private int port;

  @Mixin private AccessOptions access = new AccessOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "ADDRESS",
      description = "A campaign to follow: nats://HOST:PORT/NAME.")
  private @Nullable String campaign;

  UiCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    if (port < 0 || port > LAST_PORT) {
      throw UserError.usage("-port must be between 0 and %d, not %d".formatted(LAST_PORT, port));
    }
    if (campaign == null) {
      if (access.isGiven()) {
        throw UserError.usage(
            "-credentials, -ca, -cert, -key and -campaign-key are for a campaign; give its address");
      }
      return serve();
    }
    try (CampaignFollower _ =
        CampaignFollower.begin(context, shutdown, campaign, access.access(context.environment()))) {
      return serve();
    }
  }

  private int serve() throws UserError {
    CompletableFuture<Void> stop = new CompletableFuture<>();
    shutdown.onRequest(() -> stop.complete(null));
    try (PageServer server = new PageServer(new StoredRuns(context).place(), port)) {
      context.output().println(server.address());
      context.errors().println("harrier: open that address in a browser; Ctrl-C stops it");
      stop.join();
    } catch (BindException e) {
      throw UserError.usage(
          "can't listen on port %d: %s; another program uses it; without -port a free one is chosen"
              .formatted(port, IoErrors.reason(e)));
    } catch (IOException e) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED, "can't serve on 127.0.0.1: " + IoErrors.reason(e));
    }
    return ExitStatus.NOTHING_FOUND.code();
  }
}
