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
      description = "The NATS credentials file for the campaign's server.")
  private @Nullable Path credentials;

  @Option(
      names = {"-ca", "--ca"},
      paramLabel = "FILE",
      description = "The CA certificates (PEM) to trust if the campaign's server uses TLS.")
  private @Nullable Path ca;

  @Option(
      names = {"-cert", "--cert"},
      paramLabel = "FILE",
      description = "The client certificate (PEM), if the campaign's server asks for one.")
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
