package dev.harrier.campaign;

import io.nats.client.Message;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells the server that the message is still being worked on. When the process is killed this ends
 * with it, and the message goes to others.
 */
final class Lease implements AutoCloseable {
  /** The server allows so much for a message by itself, and most turns take no longer. */
  private static final Duration UNASKED = Heartbeat.PERIOD;

  private final Heartbeat heartbeat = new Heartbeat(this::renew);
  private Optional<Message> message = Optional.empty();
  private long since = System.nanoTime();

  private synchronized void renew() {
    if (System.nanoTime() - since > UNASKED.toNanos()) {
      message.ifPresent(Message::inProgress);
    }
  }

  /** This message is being worked on. */
  synchronized void hold(Message next) {
    message = Optional.of(next);
    since = System.nanoTime();
  }

  /** No message is; returns the one that was. */
  synchronized Optional<Message> release() {
    Optional<Message> held = message;
    message = Optional.empty();
    return held;
  }

  @Override
  public void close() {
    heartbeat.close();
  }
}
