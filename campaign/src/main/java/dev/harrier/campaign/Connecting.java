package dev.harrier.campaign;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Gets a connection to a server, or says why there is none. */
final class Connecting {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 3;

  /** A server that has left two of these unanswered is given up, and another one looked for. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(4);

  private Connecting() {}

  /**
   * Connects, and connects again whenever that breaks.
   *
   * @throws CampaignException if there is no server, or it wants other credentials
   */
  static Connection to(CampaignAddress address, CampaignAccess access) throws CampaignException {
    access.check();
    ConnectionErrorListener listener = new ConnectionErrorListener();
    Options.Builder options =
        new Options.Builder()
            .servers(address.servers().toArray(String[]::new))
            .connectionName("harrier " + address.name())
            .connectionTimeout(PATIENCE)
            .pingInterval(HEARTBEAT)
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(250))
            .errorListener(listener);
    access.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
    access.tls().ifPresent(options::sslContext);
    try {
      return connect(options.build());
    } catch (AuthenticationException e) {
      throw new CampaignException(
          "%s rejects the credentials: %s; give them in the address or with -credentials"
              .formatted(address.shown(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new CampaignException(reason(address, access, listener), e);
    } catch (IllegalArgumentException e) {
      throw new CampaignException(
          "%s is not the address of a NATS server".formatted(address.shown()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CampaignException("interrupted", e);
    }
  }

  /**
   * A server that does not answer in time is asked three times, and so is one that ends a TLS
   * handshake: it gives two seconds for that, and the first one of a JVM takes longest.
   */
  private static Connection connect(Options options) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      long begun = System.nanoTime();
      try {
        return Nats.connect(options);
      } catch (AuthenticationException e) {
        throw e;
      } catch (IOException e) {
        boolean late = System.nanoTime() - begun >= PATIENCE.toNanos();
        if (attempt == ATTEMPTS || !(late || options.isTLSRequired())) {
          throw e;
        }
      }
    }
  }

  private static String reason(
      CampaignAddress address, CampaignAccess access, ConnectionErrorListener listener) {
    Optional<String> mistrust = listener.mistrust();
    if (mistrust.isPresent()) {
      return "the TLS certificate of the server at %s is not trusted: %s; -ca names the certificates to trust"
          .formatted(address.shown(), mistrust.get());
    }
    return listener.isSilent()
        ? "the server at %s does not answer; if it asks for %s certificate, give -cert and -key"
            .formatted(address.shown(), access.client().isPresent() ? "another" : "a")
        : "no NATS server answers at %s; start one with: nats-server -js"
            .formatted(address.shown());
  }

  /**
   * Says nothing of connections that break and come back: the caller learns if there is no answer.
   */
  private static final class ConnectionErrorListener implements ErrorListener {
    private volatile boolean silent;
    private volatile Optional<String> mistrust = Optional.empty();

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
      silent |= exception instanceof TimeoutException;
      for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
        if (cause instanceof SSLException) {
          mistrust = Optional.of(String.valueOf(cause.getMessage()));
        }
      }
    }

    /**
     * Whether there was a server that did not greet. One that wants to see a certificate says so
     * only after the client's part of TLS is over, and jnats waits for a greeting then.
     */
    boolean isSilent() {
      return silent;
    }

    /** Why TLS did not happen, if that was tried and failed. */
    Optional<String> mistrust() {
      return mistrust;
    }
  }
}
