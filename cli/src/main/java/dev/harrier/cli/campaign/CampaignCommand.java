package dev.harrier.cli.campaign;

import dev.harrier.campaign.CampaignView;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.shared.AccessOptions;
import dev.harrier.cli.shared.ServerPatience;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier campaign status|stop|report ADDRESS}: from anywhere; explores nothing itself. */
@Command(
    name = "campaign",
    description = {
      "Show, stop or report an exploration that runs on several machines.",
      "harrier fuzz --campaign starts or joins one.",
      ""
    },
    footer = {
      "",
      "  harrier campaign status nats://host:4222/name",
      "  harrier campaign stop nats://host:4222/name",
      "  harrier campaign report --format sarif --out harrier.sarif nats://host:4222/name"
    })
public final class CampaignCommand implements Callable<Integer> {
  private enum Verb {
    STATUS,
    STOP,
    REPORT;

    /** As a user writes it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Mixin private OutputOptions output = new OutputOptions();

  @Mixin private AccessOptions access = new AccessOptions();

  @Option(
      names = {"-remove", "--remove"},
      description = "With stop: delete everything that the campaign has stored on the server.")
  private boolean remove;

  @Parameters(
      index = "0",
      paramLabel = "VERB",
      description = "status: how far it is; stop: end all workers; report: print what was found.")
  private Verb verb = Verb.STATUS;

  @Parameters(
      index = "1",
      paramLabel = "ADDRESS",
      description = "nats://HOST:PORT/NAME, as given to harrier fuzz --campaign.")
  private String address = "";

  public CampaignCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    if (remove && verb != Verb.STOP) {
      throw UserError.usage("--remove goes with stop");
    }
    return CampaignWork.at(
        address,
        access.access(context.environment()),
        ServerPatience.of(context, shutdown),
        false,
        server -> run(CampaignView.of(server)).code());
  }

  private ExitStatus run(CampaignView campaign) throws UserError, StoreException, IOException {
    return switch (verb) {
      case STATUS -> {
        context.output().println(campaign.described());
        yield ExitStatus.NOTHING_FOUND;
      }
      case STOP -> {
        campaign.stop();
        if (remove) {
          campaign.remove();
        }
        context.output().println(remove ? "stopped and removed" : "stopped");
        yield ExitStatus.NOTHING_FOUND;
      }
      case REPORT -> report(campaign);
    };
  }

  private ExitStatus report(CampaignView campaign) throws UserError, StoreException, IOException {
    CampaignRun run =
        CampaignRun.begin(
            context,
            campaign,
            List.of("harrier", "campaign", verb.toString(), address),
            output.measure());
    return Reporting.report(
        output,
        run.store(),
        run.directory(),
        run.ended(
            run.found(),
            new RunOutcome.Passed(),
            campaign.status().executions(),
            campaign.described()),
        context,
        Reporting.Stream.OUTPUT);
  }
}
