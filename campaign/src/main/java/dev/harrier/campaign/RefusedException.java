package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.io.Serial;

/** The server understood and said no. */
final class RefusedException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  /** Somebody else changed the entry in between (nats-server, {@code errors.json}). */
  private static final int WRONG_LAST_SEQUENCE = 10071;

  private final int code;

  RefusedException(JetStreamApiException e) {
    super(e.getErrorDescription(), e);
    this.code = e.getApiErrorCode();
  }

  /** Whether somebody else was faster. */
  boolean isConflict() {
    return code == WRONG_LAST_SEQUENCE;
  }
}
