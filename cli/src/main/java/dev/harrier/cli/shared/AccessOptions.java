package dev.harrier.cli.shared;

import dev.harrier.campaign.CampaignAccess;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What it takes to get into the server of a campaign. */
public final class AccessOptions {
  @Option(
      names = {"-credentials", "--credentials"},
      paramLabel = "FILE",
      description = "For the server of the campaign, as NATS makes them for a user.")
  private @Nullable Path credentials;

  @Option(
      names = {"-ca", "--ca"},
      paramLabel = "FILE",
      description = "Certificates (PEM) to trust when the server of the campaign has TLS.")
  private @Nullable Path ca;

  /** Whether any was given. */
  public boolean isGiven() {
    return credentials != null || ca != null;
  }

  public CampaignAccess access() {
    return new CampaignAccess(Optional.ofNullable(credentials), Optional.ofNullable(ca));
  }
}
