package dev.harrier.campaign;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.PublishOptions;
import io.nats.client.Subscription;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * The messages of one kind in the work queue of a campaign, each for one worker. All answers arrive
 * to one subscription: one for each question, as jnats makes it, has all servers of a cluster
 * inform each other of it, twice. Used by one thread at a time.
 */
final class MessageQueue {
  static final String EXPLORE = "explore";
  static final String CONFIRM = "confirm";

  private static final byte[] ONE =
      "{\"batch\":1,\"no_wait\":true}".getBytes(StandardCharsets.UTF_8);

  private static final int NO_MESSAGES = 404;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** What was left to others this often comes back after a while only. */
  private static final int MOST_DOUBLINGS = 4;

  private final Connection connection;
  private final RetryPolicy.Retries retries;
  private final String stream;
  private final String kind;
  private final TextSigning signing;
  private final String inbox;
  private final Subscription answers;
  private long asked;

  private MessageQueue(
      Connection connection,
      RetryPolicy.Retries retries,
      String stream,
      String kind,
      TextSigning signing) {
    this.connection = connection;
    this.retries = retries;
    this.stream = stream;
    this.kind = kind;
    this.signing = signing;
    this.inbox = connection.createInbox();
    this.answers = connection.subscribe(inbox + ".*");
  }

  /** That of a campaign; the worker that takes messages of it is made if it is not there. */
  static MessageQueue of(
      Connection connection,
      RetryPolicy.Retries retries,
      String stream,
      String kind,
      TextSigning signing)
      throws IOException {
    ConsumerConfiguration configuration =
        ConsumerConfiguration.builder()
            .durable(kind)
            .filterSubject(stream + "." + kind)
            .ackWait(CampaignServer.SILENCE)
            .build();
    retries.ask(() -> connection.getStreamContext(stream).createOrUpdateConsumer(configuration));
    return new MessageQueue(connection, retries, stream, kind, signing);
  }

  /**
   * Publishes a message, once.
   *
   * @param id under which it is recognized if it is published again
   */
  void publish(String id, String text) throws IOException {
    PublishOptions once = PublishOptions.builder().messageId(id).build();
    byte[] content = signing.sign("", text).getBytes(StandardCharsets.UTF_8);
    retries.ask(() -> connection.jetStream().publish(stream + "." + kind, content, once));
  }

  /** The next message; empty if there is none now. */
  Optional<Message> next() throws IOException {
    return retries.ask(this::ask);
  }

  private Optional<Message> ask() throws IOException, InterruptedException, TimeoutException {
    String reply = inbox + "." + ++asked;
    connection.publish("$JS.API.CONSUMER.MSG.NEXT.%s.%s".formatted(stream, kind), reply, ONE);
    while (true) {
      Message answer = answers.nextMessage(PATIENCE);
      if (answer == null) {
        throw new TimeoutException();
      }
      if (!answer.isStatusMessage()) {
        return Optional.of(answer); // Perhaps to an earlier question: then there is another one.
      }
      if (answer.getSubject().equals(reply)) {
        if (answer.getStatus().getCode() == NO_MESSAGES) {
          return Optional.empty();
        }
        throw new IOException(answer.getStatus().getMessageWithCode());
      }
    }
  }

  /**
   * What a message says.
   *
   * @throws IOException if no worker of the campaign has published it; the message is for the user
   */
  String text(Message message) throws IOException {
    byte[] content = message.getData();
    return signing.verify("", content == null ? "" : new String(content, StandardCharsets.UTF_8));
  }

  /** Whether there is no message, neither to be taken nor taken and not done. */
  boolean isEmpty() throws IOException {
    ConsumerInfo info =
        retries.ask(() -> connection.jetStreamManagement().getConsumerInfo(stream, kind));
    return info.getNumPending() == 0 && info.getNumAckPending() == 0;
  }

  /** Whether another worker had the message before. */
  static boolean isRepeated(Message message) {
    return message.metaData().deliveredCount() > 1;
  }

  /** After so long a message that this worker can't do is offered again. */
  static Duration delayForOthers(Message message) {
    long before = Math.clamp(message.metaData().deliveredCount() - 1, 0, MOST_DOUBLINGS);
    return CampaignServer.DELAY_FOR_OTHERS.multipliedBy(1L << before);
  }
}
