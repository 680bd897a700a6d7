package dev.harrier.cli.campaign;

import dev.harrier.campaign.CampaignView;
import dev.harrier.cli.distributed.AccessOptions;
import dev.harrier.cli.distributed.CampaignOptions;
import dev.harrier.cli.distributed.CampaignRun;
import dev.harrier.cli.distributed.CampaignWork;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier campaign status|stop|report ADDRESS}: from anywhere; explores nothing itself. */
@Command(
    name = "campaign",
    description = {
      "Show, stop or report an exploration that runs on several machines.",
      "harrier fuzz -campaign starts or joins one."
    },
    footer = {
      "",
      "  harrier campaign status nats://host:4222/name",
      "  harrier campaign stop nats://host:4222/name",
      "  harrier campaign report -format sarif -out harrier.sarif nats://host:4222/name"
    })
public final class CampaignCommand {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  public CampaignCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  /** The server, and what it takes to get in. */
  static final class Place {
    @Mixin private AccessOptions access = new AccessOptions();

    @Parameters(
        paramLabel = "ADDRESS",
        description = "nats://HOST:PORT/NAME, as given to harrier fuzz -campaign.")
    private String address = "";
  }

  private interface Use {
    ExitStatus of(CampaignView campaign) throws UserError, StoreException, IOException;
  }

  private int at(Place place, Use use) throws UserError {
    return CampaignWork.at(
        place.address,
        place.access.access(context.environment()),
        CampaignOptions.retryPolicy(context, shutdown),
        false,
        server -> use.of(CampaignView.of(server)).code());
  }

  @Command(name = "status", description = "Print how far a campaign is.")
  int status(@Mixin Place place) throws UserError {
    return at(
        place,
        campaign -> {
          Remarks.of(campaign.state()).forEach(context.output()::println);
          return ExitStatus.NOTHING_FOUND;
        });
  }

  @Command(name = "stop", description = "End all workers of a campaign.")
  int stop(
      @Mixin Place place,
      @Option(
              names = {"-remove", "--remove"},
              description = "Delete everything that the campaign has stored on the server.")
          boolean remove)
      throws UserError {
    return at(
        place,
        campaign -> {
          campaign.stop();
          if (remove) {
            campaign.remove();
          }
          context.output().println(remove ? "stopped and removed" : "stopped");
          return ExitStatus.NOTHING_FOUND;
        });
  }

  @Command(name = "report", description = "Report the findings of a campaign so far.")
  int report(@Mixin OutputOptions output, @Mixin Place place) throws UserError {
    output.check(context);
    return at(place, campaign -> report(campaign, output, place.address));
  }

  private ExitStatus report(CampaignView campaign, OutputOptions output, String address)
      throws UserError, StoreException, IOException {
    CampaignRun run =
        CampaignRun.begin(
            context, campaign, List.of("harrier", "campaign", "report", address), output.policy());
    return Reporting.report(
        output,
        run.store(),
        run.directory(),
        run.ended(
            run.found(), new RunOutcome.Passed(), campaign.status().executions(), campaign.state()),
        SourceDetails.here(context),
        context,
        Reporting.Stream.OUTPUT);
  }
}
