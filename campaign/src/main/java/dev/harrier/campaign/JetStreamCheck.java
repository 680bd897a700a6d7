package dev.harrier.campaign;

import dev.harrier.base.file.IoErrors;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.ServerInfo;
import java.io.IOException;
import java.util.Optional;

/** Whether a server can carry campaigns. */
final class JetStreamCheck {
  /** The first that compresses what it stores, and knows whether a consumer is new. */
  private static final String OLDEST = "2.10.0";

  /** What the server says of JetStream that is not switched on. */
  private static final int NOT_ENABLED = 10039;

  private final CampaignAddress address;
  private final Connection connection;

  private JetStreamCheck(CampaignAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  /**
   * Checks it.
   *
   * @throws CampaignException if it can't, or does not say that it can
   */
  static void of(CampaignAddress address, Connection connection, RetryPolicy.Retries retries)
      throws CampaignException {
    ServerInfo info = connection.getServerInfo();
    if (!info.isSameOrNewerThanVersion(OLDEST)) {
      throw new CampaignException(
          "the server at %s is of version %s, and campaigns need %s or newer"
              .formatted(address.shown(), info.getVersion(), OLDEST));
    }
    Optional<String> lack;
    try {
      lack = retries.ask(new JetStreamCheck(address, connection)::lack);
    } catch (RefusedException e) {
      throw new CampaignException(
          "the server at %s refuses: %s".formatted(address.shown(), e.getMessage()), e);
    } catch (IOException e) {
      throw new CampaignException(
          "there is a server at %s, but JetStream has no answer; in a cluster more than half of the servers must run (%s)"
              .formatted(address.shown(), IoErrors.described(e)),
          e);
    }
    if (lack.isPresent()) {
      throw new CampaignException(lack.get());
    }
  }

  /**
   * Why there is no JetStream, if it says so. Silence does not say so: a cluster is silent while it
   * chooses a leader.
   */
  private Optional<String> lack() throws IOException, JetStreamApiException {
    try {
      connection.jetStreamManagement().getAccountStatistics();
      return Optional.empty();
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NOT_ENABLED) {
        return Optional.of(
            "the server at %s has no JetStream for this account; start it with: nats-server -js"
                .formatted(address.shown()));
      }
      throw e;
    } catch (IOException e) {
      ServerInfo info = connection.getServerInfo();
      if (info.isJetStreamAvailable()) {
        throw e;
      }
      return Optional.of(
          "the server at %s (version %s) has no JetStream; start it with: nats-server -js"
              .formatted(address.shown(), info.getVersion()));
    }
  }
}
