package dev.harrier.cli.campaign;

import dev.harrier.campaign.CampaignAddress;
import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.CampaignView;
import dev.harrier.campaign.FindingTexts;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.session.CacheDirectory;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.RunHeader;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.shared.AccessOptions;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Completeness;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
      "Look at an exploration of several machines, end it, or report what it found.",
      "harrier fuzz --campaign begins one, and joins one.",
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

  private final CommandContext surroundings;

  @Mixin private OutputOptions output = new OutputOptions();

  @Mixin private AccessOptions access = new AccessOptions();

  @Option(
      names = {"-remove", "--remove"},
      description = "With stop: forget all that belongs to the campaign.")
  private boolean remove;

  @Parameters(
      index = "0",
      paramLabel = "VERB",
      description = "status: how far it is; stop: all workers end; report: what was announced.")
  private Verb verb = Verb.STATUS;

  @Parameters(
      index = "1",
      paramLabel = "ADDRESS",
      description = "nats://HOST:PORT/NAME, as harrier fuzz --campaign has it.")
  private String address = "";

  public CampaignCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UserError {
    output.check(surroundings);
    if (remove && verb != Verb.STOP) {
      throw UserError.usage("--remove goes with stop");
    }
    try {
      CampaignAddress parsed = CampaignAddress.parse(address);
      if (parsed.name().isEmpty()) {
        throw UserError.usage(
            "which campaign? Its name stands behind the server, as in nats://host:4222/name");
      }
      try (CampaignServer server = CampaignServer.connect(parsed, access.access())) {
        return run(CampaignView.of(server)).code();
      }
    } catch (CampaignException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private ExitStatus run(CampaignView campaign) throws UserError, StoreException, IOException {
    return switch (verb) {
      case STATUS -> {
        surroundings.output().println(campaign.described());
        yield ExitStatus.NOTHING_FOUND;
      }
      case STOP -> {
        campaign.stop();
        if (remove) {
          campaign.remove();
        }
        surroundings.output().println(remove ? "stopped and removed" : "stopped");
        yield ExitStatus.NOTHING_FOUND;
      }
      case REPORT -> report(campaign);
    };
  }

  private ExitStatus report(CampaignView campaign) throws UserError, StoreException, IOException {
    Instant started = Instant.now();
    Path root =
        ModuleRoot.above(surroundings.directory())
            .orElseThrow(() ->
                UserError.usage(
                    "%s is not in a Go module; change to a clone of the module that is explored"
                        .formatted(surroundings.directory())));
    CampaignView.Status status = campaign.status();
    SuppressionFilter.Filtered filtered =
        SuppressionFilter.of(List.of(new MainModule(status.terms().module(), root)), List.of())
            .apply(campaign.findings(new FindingTexts(root)));
    StoreLocation location =
        StoreLocation.forWriting(root, CacheDirectory.of(surroundings.environment()));
    RunStore store = new RunStore(location.directory(), root);
    RunDirectory directory = store.begin(started);
    RunRecord header =
        RunHeader.of(
            directory,
            new RunRecord.GoInstallation(status.terms().go(), Path.of("")),
            List.of("harrier", "campaign", verb.toString(), address.replaceAll("//[^@/]*@", "//")),
            surroundings.directory(),
            root,
            new Git(root, surroundings.environment()),
            started,
            output.measure());
    List<String> notes = new ArrayList<>(filtered.notes());
    notes.add(campaign.described());
    RunRecord.Ending ending =
        new RunRecord.Ending(
            Duration.between(started, Instant.now()),
            new RunOutcome.Passed(),
            new Completeness.Whole(),
            RunRecord.Basis.Traces.of(status.executions(), 0),
            notes);
    return Reporting.report(
        output,
        store,
        directory,
        new RunReport(header.ended(ending), filtered.kept()),
        surroundings,
        Reporting.Stream.OUTPUT);
  }
}
