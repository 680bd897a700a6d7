package dev.harrier.cli.shared;

import dev.harrier.campaign.CampaignAccess;
import dev.harrier.campaign.ClientCertificate;
import dev.harrier.cli.session.UserError;
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

  @Option(
      names = {"-cert", "--cert"},
      paramLabel = "FILE",
      description = "A certificate (PEM) for a server of the campaign that wants to see one.")
  private @Nullable Path certificate;

  @Option(
      names = {"-key", "--key"},
      paramLabel = "FILE",
      description = "The private key (PEM, PKCS #8) of --cert.")
  private @Nullable Path key;

  /** Whether any was given. */
  public boolean isGiven() {
    return credentials != null || ca != null || certificate != null || key != null;
  }

  /** What was given. */
  public CampaignAccess access() throws UserError {
    if ((certificate == null) != (key == null)) {
      throw UserError.usage("--cert and --key go together");
    }
    return new CampaignAccess(
        Optional.ofNullable(credentials),
        Optional.ofNullable(ca),
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new ClientCertificate(certificate, key)));
  }
}
