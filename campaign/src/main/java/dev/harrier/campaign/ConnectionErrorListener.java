package dev.harrier.campaign;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Says nothing of connections that break and come back: who asks is told if there is no answer. */
final class ConnectionErrorListener implements ErrorListener {
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
   * Whether there was a server that did not greet. One that wants to see a certificate says so only
   * after the client's part of TLS is over, and jnats waits for a greeting then.
   */
  boolean isSilent() {
    return silent;
  }

  /** Why TLS did not come about, if that was tried and failed. */
  Optional<String> mistrust() {
    return mistrust;
  }
}
