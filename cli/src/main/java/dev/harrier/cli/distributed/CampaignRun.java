package dev.harrier.cli.distributed;

import dev.harrier.campaign.CampaignView;
import dev.harrier.campaign.FindingTexts;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.RunHeader;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.FailurePolicy;
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

/**
 * A campaign as a run in the store of a clone.
 *
 * @param header of the run, which has not ended
 */
public record CampaignRun(
    CampaignView campaign,
    SuppressionFilter suppressions,
    Path root,
    RunStore store,
    RunDirectory directory,
    RunRecord header) {
  /**
   * Begins one where the user is.
   *
   * @param command as it was given, without passwords
   */
  public static CampaignRun begin(
      CommandContext context, CampaignView campaign, List<String> command, FailurePolicy policy)
      throws UserError, StoreException, IOException {
    Path root =
        ModuleRoot.above(context.directory())
            .orElseThrow(() ->
                UserError.usage(
                    "%s is not in a Go module; change to a clone of the module that is explored"
                        .formatted(context.directory())));
    CampaignView.Status status = campaign.status();
    SuppressionFilter suppressions =
        SuppressionFilter.of(context.settings(), MainModule.in(root), List.of());
    StoreLocation location =
        StoreLocation.forWriting(root, CacheDirectory.of(context.environment()));
    RunStore store = new RunStore(location.directory(), root);
    Instant started = Instant.now();
    RunDirectory directory = store.begin(started);
    RunRecord header =
        RunHeader.of(
            directory,
            new RunRecord.GoInstallation(status.terms().go(), Path.of("")),
            command.stream().map(word -> word.replaceAll("//[^@/]*@", "//")).toList(),
            context,
            root,
            new Git(root, context.environment()).revision(),
            started,
            policy);
    return new CampaignRun(campaign, suppressions, root, store, directory, header);
  }

  /**
   * What is announced and not silenced.
   *
   * @param withdrawn predictions that can't happen
   * @param lost findings that the server no longer has as they were kept
   */
  public record Found(List<Finding> findings, List<Remark> remarks, int withdrawn, int lost) {
    static final Found NOTHING = new Found(List.of(), List.of(), 0, 0);
  }

  /** What is announced and not silenced. */
  public Found found() throws IOException {
    CampaignView.Announced announced = campaign.announced(new FindingTexts(root));
    SuppressionFilter.Filtered filtered = suppressions.apply(announced.findings());
    return new Found(filtered.kept(), filtered.remarks(), announced.withdrawn(), announced.lost());
  }

  /** Whether a proved finding still waits for another worker's replay. */
  public boolean isWaitedFor() throws IOException {
    return campaign.isWaitedFor();
  }

  /**
   * The result.
   *
   * @param executions that count
   * @param state how far it is
   */
  public RunReport ended(Found found, RunOutcome outcome, long executions, Remark state) {
    List<Remark> remarks = new ArrayList<>(found.remarks());
    remarks.add(state);
    RunRecord.Ending ending =
        new RunRecord.Ending(
            Duration.between(header.started(), Instant.now()),
            found.lost() > 0 && outcome instanceof RunOutcome.Passed ? lost(found.lost()) : outcome,
            RunRecord.Basis.Traces.of(executions, 0),
            List.of(),
            remarks,
            Explored.withdrawn(found.withdrawn()));
    return new RunReport(header.ended(ending), found.findings());
  }

  private static RunOutcome lost(int findings) {
    return new RunOutcome.ToolFailed(new ToolFailure.FindingsLost(findings));
  }
}
