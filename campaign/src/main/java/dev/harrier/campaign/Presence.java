package dev.harrier.campaign;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.Subscription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Which workers are there. Each answers whoever asks, and servers keep nothing of it: it costs
 * nothing while nobody asks. The server itself answers at once that there is no worker.
 */
final class Presence {
  /** So long a worker on a busy machine may take for its answer. */
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** So long after one answer the next one comes, if there is any. */
  private static final Duration NEXT = Duration.ofMillis(300);

  private final Connection connection;
  private final Retries retries;
  private final String subject;

  /**
   * @param subject that is asked
   */
  Presence(Connection connection, Retries retries, String subject) {
    this.connection = connection;
    this.retries = retries;
    this.subject = subject;
  }

  /** Ends the answers of a worker. */
  @FunctionalInterface
  interface Answering extends AutoCloseable {
    @Override
    void close();
  }

  /** From now on this worker is there. */
  Answering answer(String worker) {
    byte[] name = worker.getBytes(StandardCharsets.UTF_8);
    Dispatcher answers =
        connection.createDispatcher(question -> connection.publish(question.getReplyTo(), name));
    answers.subscribe(subject);
    return () -> {
      try {
        connection.closeDispatcher(answers);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // It went with its connection.
      }
    };
  }

  /** How many workers are there. */
  int count() throws IOException {
    return ask("", NEXT).size();
  }

  /** Whether another worker than this one is there. */
  boolean isAnybody(String besides) throws IOException {
    return !ask(besides, SLOW).isEmpty();
  }

  /**
   * Those who answer.
   *
   * @param besides one whose own answer says nothing; where there is one, another is enough
   * @param next so long each but the first may take
   */
  private Set<String> ask(String besides, Duration next) throws IOException {
    return retries.ask(() -> {
      Set<String> workers = new HashSet<>();
      String inbox = connection.createInbox();
      Subscription answers = connection.subscribe(inbox);
      try {
        connection.publish(subject, inbox, new byte[0]);
        Message answer = answers.nextMessage(SLOW);
        while (answer != null && !answer.isStatusMessage()) {
          String worker = new String(answer.getData(), StandardCharsets.UTF_8);
          if (!worker.equals(besides)) {
            workers.add(worker);
            if (!besides.isEmpty()) {
              return workers;
            }
          }
          answer = answers.nextMessage(next);
        }
        return workers;
      } finally {
        answers.unsubscribe();
      }
    });
  }
}
