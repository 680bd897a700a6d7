package dev.harrier.cli.distributed;

import dev.harrier.campaign.CampaignAccess;
import dev.harrier.campaign.CampaignAddress;
import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignKey;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.RetryPolicy;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Together with which other machines to explore. */
@HelpGroup(HelpGroup.Heading.MACHINES)
public final class CampaignOptions {
  @Option(
      names = {"-campaign", "--campaign"},
      paramLabel = "nats://HOST/NAME",
      description =
          "Explore together with all workers that name the same campaign, through a NATS server"
              + " with JetStream.")
  private @Nullable String campaign;

  @Mixin private AccessOptions access = new AccessOptions();

  /** Where the campaign is, and what it takes to get in. */
  public record Access(String address, CampaignAccess access) {
    /**
     * Connects.
     *
     * @param otherwise the name of the campaign if the address has none
     * @param patience with the server
     */
    CampaignServer connect(String otherwise, RetryPolicy patience) throws UserError {
      try {
        CampaignAddress campaign = CampaignAddress.parse(address).named(otherwise);
        CampaignKey key = CampaignKey.ofWorker(access.keyFile(campaign));
        return CampaignServer.connect(campaign, access, key, patience);
      } catch (CampaignException e) {
        throw UserError.usage(String.valueOf(e.getMessage()));
      }
    }
  }

  public Optional<Access> access(Map<String, String> environment) throws UserError {
    if (campaign == null && access.isGiven()) {
      throw UserError.usage(
          "-credentials, -ca, -cert, -key and -campaign-key are for the server that -campaign names");
    }
    return campaign == null
        ? Optional.empty()
        : Optional.of(new Access(campaign, access.access(environment)));
  }

  /**
   * How long a command waits for the server: the user sees it, and a command that is asked to end
   * waits no longer.
   */
  public static RetryPolicy retryPolicy(CommandContext context, ShutdownHandler shutdown) {
    RetryPolicy policy = new RetryPolicy(what -> Progress.remark(context, what));
    shutdown.onRequest(policy::end);
    return policy;
  }
}
