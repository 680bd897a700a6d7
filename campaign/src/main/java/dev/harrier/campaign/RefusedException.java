package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.io.Serial;
import java.util.List;

/** The server understood and said no. */
final class RefusedException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Another worker changed the entry in between, as one server says it, and as a cluster does
   * (nats-server, {@code errors.json}).
   */
  private static final List<Integer> WRONG_LAST_SEQUENCE = List.of(10071, 10164);

  private final int code;

  RefusedException(JetStreamApiException e) {
    super(e.getErrorDescription(), e);
    this.code = e.getApiErrorCode();
  }

  /** Whether another worker was faster. */
  boolean isConflict() {
    return WRONG_LAST_SEQUENCE.contains(code);
  }
}
