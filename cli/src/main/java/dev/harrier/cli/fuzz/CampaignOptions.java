package dev.harrier.cli.fuzz;

import dev.harrier.campaign.CampaignAddress;
import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.cli.session.UserError;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Together with which other machines to explore. */
final class CampaignOptions {
  @Option(
      names = {"-campaign", "--campaign"},
      paramLabel = "nats://HOST/NAME",
      description =
          "Explore together with all who name the same campaign, over a NATS server with JetStream.")
  private @Nullable String campaign;

  @Option(
      names = {"-credentials", "--credentials"},
      paramLabel = "FILE",
      description = "For the server of the campaign, as NATS makes them for a user.")
  private @Nullable Path credentials;

  /** Where the campaign is, and what it takes to get in. */
  record Access(String address, Optional<Path> credentials) {
    /**
     * Connects.
     *
     * @param otherwise the name of the campaign if the address has none
     */
    CampaignServer connect(String otherwise) throws UserError {
      try {
        return CampaignServer.connect(CampaignAddress.parse(address).named(otherwise), credentials);
      } catch (CampaignException e) {
        throw UserError.usage(String.valueOf(e.getMessage()));
      }
    }
  }

  Optional<Access> access() throws UserError {
    if (campaign == null && credentials != null) {
      throw UserError.usage("--credentials are for the server that --campaign names");
    }
    return Optional.ofNullable(campaign)
        .map(address -> new Access(address, Optional.ofNullable(credentials)));
  }
}
