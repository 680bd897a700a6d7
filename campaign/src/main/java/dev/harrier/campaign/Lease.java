package dev.harrier.campaign;

import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the server, while a worker is at work, that it lives: for the message that it works on, and
 * for all who look. When the process is killed this ends with it, and the message goes to others.
 */
final class Lease implements AutoCloseable {
  private static final Duration PERIOD = CampaignServer.SILENCE.dividedBy(3);

  /** The server allows so much for a message by itself, and most turns take no longer. */
  private static final Duration UNASKED = PERIOD;

  private final Bucket workers;
  private final String worker;
  private final Thread thread;
  private Optional<Message> message = Optional.empty();
  private long since = System.nanoTime();
  private final AtomicLong executions = new AtomicLong();

  Lease(Bucket workers, String worker) throws IOException {
    this.workers = workers.impatient();
    this.worker = worker;
    workers.put(worker, "0");
    this.thread = Thread.ofPlatform().name("lease").daemon().start(this::renew);
  }

  private void renew() {
    try {
      while (true) {
        Thread.sleep(PERIOD);
        say();
      }
    } catch (InterruptedException e) {
      // That is how it ends.
    }
  }

  private void say() {
    try {
      synchronized (this) {
        if (System.nanoTime() - since > UNASKED.toNanos()) {
          message.ifPresent(Message::inProgress);
        }
      }
      workers.put(worker, executions.toString());
    } catch (IOException | IllegalStateException e) {
      // The server is gone; when it is back it hears the next one.
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

  /** So many executions count as this worker's. */
  void counted(long more) {
    executions.addAndGet(more);
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      workers.remove(worker);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // It is forgotten by itself, after a while.
    }
  }
}
