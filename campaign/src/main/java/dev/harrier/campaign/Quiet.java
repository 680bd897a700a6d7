package dev.harrier.campaign;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Says nothing of connections that break and come back: who asks is told if there is no answer. */
final class Quiet implements ErrorListener {
  private volatile Optional<String> mistrust = Optional.empty();

  @Override
  public void exceptionOccurred(Connection connection, Exception exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        mistrust = Optional.of(String.valueOf(cause.getMessage()));
      }
    }
  }

  /** Why TLS did not come about, if that was tried and failed. */
  Optional<String> mistrust() {
    return mistrust;
  }
}
