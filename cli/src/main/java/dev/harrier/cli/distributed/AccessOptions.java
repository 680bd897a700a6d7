package dev.harrier.cli.distributed;

import dev.harrier.campaign.CampaignAccess;
import dev.harrier.campaign.ClientCertificate;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.UserError;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Credentials for the server of a campaign. */
@HelpGroup(HelpGroup.Heading.MACHINES)
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
      description = "The private key (PEM, PKCS #8) of -cert.")
  private @Nullable Path key;

  @Option(
      names = {"-campaign-key", "--campaign-key"},
      paramLabel = "FILE",
      description =
          "The key that the workers of the campaign share; the first one makes it (default"
              + " ~/.config/harrier/campaigns/NAME.key).")
  private @Nullable Path campaignKey;

  /** Whether any was given. */
  public boolean isGiven() {
    return credentials != null
        || ca != null
        || certificate != null
        || key != null
        || campaignKey != null;
  }

  /** What was given, and where this user keeps the keys of campaigns. */
  public CampaignAccess access(Map<String, String> environment) throws UserError {
    if ((certificate == null) != (key == null)) {
      throw UserError.usage("-cert and -key go together");
    }
    return new CampaignAccess(
        Optional.ofNullable(credentials),
        Optional.ofNullable(ca),
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new ClientCertificate(certificate, key)),
        Optional.ofNullable(campaignKey),
        keys(environment));
  }

  /** Not among what can be made again: a campaign can't be joined without its key. */
  private static Path keys(Map<String, String> environment) {
    String own = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path base =
        own.isEmpty()
            ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".config")
            : Path.of(own);
    return base.resolve("harrier").resolve("campaigns");
  }
}
