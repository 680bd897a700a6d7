package dev.harrier.cli.distributed;

import dev.harrier.base.file.IoErrors;
import dev.harrier.campaign.CampaignAccess;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.CampaignView;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a campaign in the store as a run that continues, until the campaign is over or no one
 * follows it any more. While the server is gone the run says so and has what was known until then.
 */
public final class CampaignFollower implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1000;

  private final CampaignServer server;
  private final CampaignRun run;
  private final String stops;
  private final Thread thread;
  private CampaignRun.Found found = CampaignRun.Found.NOTHING;
  private List<Finding> kept = List.of();
  private RunProgress progress = new RunProgress(0, 0, 0, List.of(), "");
  private boolean ended;

  private CampaignFollower(CampaignServer server, CampaignRun run, String stops) {
    this.server = server;
    this.run = run;
    this.stops = stops;
    this.thread = Thread.ofVirtual().name("campaign-follower").unstarted(this::follow);
  }

  /**
   * Starts it.
   *
   * @param address of the campaign, with its name
   */
  public static CampaignFollower begin(
      CommandContext context, ShutdownHandler shutdown, String address, CampaignAccess access)
      throws UserError {
    return CampaignWork.at(
        address,
        access,
        CampaignOptions.retryPolicy(context, shutdown),
        true,
        server -> {
          CampaignView campaign = CampaignView.of(server);
          CampaignRun run =
              CampaignRun.begin(
                  context,
                  campaign,
                  List.of("harrier", "ui", address),
                  FailurePolicy.of(FailOn.OBSERVED));
          run.directory().save(run.header());
          CampaignFollower follower = new CampaignFollower(server, run, campaign.stops());
          server.hurry();
          follower.thread.start();
          return follower;
        });
  }

  private void follow() {
    try {
      while (!ended) {
        look();
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException | StoreException.Unwritable e) {
      // That is how it ends, unless the disk is full.
    }
  }

  private void look() throws StoreException.Unwritable {
    try {
      if (!run.campaign().isThere()) {
        end(new RunOutcome.Passed(), Remark.FollowingEnd.REMOVED);
        return;
      }
      CampaignView.Status now = run.campaign().status();
      progress = progress(now);
      found = run.found();
      boolean stopped = !run.campaign().stops().equals(stops);
      if (now.workers() == 0 && stopped) {
        end(new RunOutcome.Passed(), Remark.FollowingEnd.STOPPED);
      } else if (now.workers() == 0 && now.targets() > 0 && now.open() == 0 && !run.isWaitedFor()) {
        end(new RunOutcome.Passed(), Remark.FollowingEnd.OVER);
      } else {
        save(progress);
      }
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      List<ProgressFigure> status = new ArrayList<>(progress.status());
      status.add(new ProgressFigure.NoAnswer(IoErrors.described(e)));
      save(
          new RunProgress(
              progress.millis(),
              progress.executions(),
              progress.openTargets(),
              status,
              progress.current()));
    }
  }

  private RunProgress progress(CampaignView.Status now) throws IOException {
    Duration age = run.campaign().age();
    return new RunProgress(
        age.toMillis(),
        now.executions(),
        now.open(),
        List.of(
            new ProgressFigure.RequirementsMet(run.campaign().covered()),
            new ProgressFigure.AtWork(now.workers()),
            new ProgressFigure.Announced(now.announced()),
            new ProgressFigure.Pending(now.pending())),
        "");
  }

  private void save(RunProgress now) throws StoreException.Unwritable {
    run.directory().save(now);
    if (!found.findings().equals(kept)) {
      run.directory()
          .saveFound(SourceDetails.NONE.in(new RunReport(run.header(), found.findings())));
      kept = found.findings();
    }
  }

  private void end(RunOutcome outcome, Remark.FollowingEnd why) throws StoreException.Unwritable {
    ended = true;
    long executions = progress.executions();
    Remark followed = new Remark.CampaignFollowed(why, executions, progress.status());
    run.directory().save(run.ended(found, outcome, executions, followed));
    run.store().finish(run.directory());
  }

  /** No one follows it from here on: what is known of it is the run's end. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      if (!ended) {
        end(new RunOutcome.Interrupted(), Remark.FollowingEnd.NOT_FOLLOWED);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException.Unwritable e) {
      // What was kept last is still there.
    } finally {
      server.close();
    }
  }
}
