package dev.harrier.campaign;

import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Informs the server, while a worker is at work, that it lives: for the message that it works on,
 * and for all that look. When the process is killed this ends with it, and the message goes to
 * others.
 */
final class Heartbeats implements AutoCloseable {
  private static final Duration PERIOD = CampaignServer.SILENCE.dividedBy(3);

  /** The server allows so much for a message by itself, and most items take no longer. */
  private static final Duration UNASKED = PERIOD;

  private final Bucket workers;
  private final String worker;
  private final Thread thread;
  private Optional<Message> message = Optional.empty();
  private long since = System.nanoTime();
  private final AtomicLong executions = new AtomicLong();

  Heartbeats(Bucket workers, String worker) throws IOException {
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

  /** Adds to the executions that count as this worker's. */
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

  /**
   * Which entries of a bucket are no longer renewed by a {@link Heartbeats}. The server forgets
   * them by its clock, which another one may not share that leads after it; the worker that waits
   * for another worker has their own as well.
   */
  static final class Silences {
    private final Bucket bucket;
    private final Unchanged entries = new Unchanged();

    Silences(Bucket bucket) {
      this.bucket = bucket;
    }

    /** Whether an entry has been as it is for longer than any worker that lives is silent. */
    boolean isSilent(String key) throws IOException {
      return entries.since(key, bucket.seen(key).revision()).compareTo(CampaignServer.SILENCE) > 0;
    }

    /** Whether an entry is there that is renewed, besides that of this key. */
    boolean isAnyHeard(String besides) throws IOException {
      for (String key : bucket.keys()) {
        if (!key.equals(besides) && !isSilent(key)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * For how long things have been as they are, by the clock of this machine that only measures. By
   * those of servers what one has written that is days ahead seems to be young for days to the
   * next. Used by one thread at a time.
   */
  static final class Unchanged {
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(long state, long nanos) {}

    /** Since this worker saw this state first, if it has seen no other in between. */
    Duration since(String thing, long state) {
      long now = System.nanoTime();
      Seen last = seen.get(thing);
      if (last == null || last.state() != state) {
        last = new Seen(state, now);
        seen.put(thing, last);
      }
      return Duration.ofNanos(now - last.nanos());
    }
  }
}
