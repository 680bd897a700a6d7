package dev.harrier.cli.fuzz;

import dev.harrier.cli.session.UserError;
import dev.harrier.explore.campaign.Discovery;
import dev.harrier.explore.campaign.Engine;
import dev.harrier.explore.guide.CoverageMemory;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** Where an exploration gets its work, and leaves what it learned: here, or with others. */
sealed interface EngineSource extends AutoCloseable permits CampaignLink, LocalStore {
  /** The coverage that is gathered; called before {@link #engine}. */
  CoverageMemory coverage() throws IOException;

  /**
   * The work.
   *
   * @param witnessed a discovery as a finding that tells how to see it again
   * @param covered how many requirements of coverage are met
   */
  Engine engine(
      List<Target> targets,
      ReplayCodes codes,
      Function<Discovery, Finding> witnessed,
      IntSupplier covered)
      throws UserError, IOException;

  /** What the user should know when all is over, one sentence each. */
  List<String> notes() throws UserError, IOException;

  @Override
  void close();
}
