package dev.harrier.campaign;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConsumerContext;
import io.nats.client.FetchConsumeOptions;
import io.nats.client.FetchConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The connection to a server, and what belongs to one campaign there. */
public final class CampaignServer implements AutoCloseable {
  /** A worker that is silent for so long has its work given to others. */
  static final Duration SILENCE = Duration.ofSeconds(10);

  /** What this worker can't do is offered to others after so long. */
  static final Duration OTHERS_TURN = Duration.ofMillis(500);

  private static final Duration CONNECTING = Duration.ofSeconds(5);

  /** So long a message that was published twice is recognised. */
  private static final Duration TWICE = Duration.ofMinutes(2);

  private static final int REPLICAS_OF_A_CLUSTER = 3;

  /** What the server says of JetStream that is not switched on. */
  private static final int NOT_ENABLED = 10039;

  static final String CAMPAIGN = "campaign";
  static final String CORPUS = "corpus";
  static final String COVERAGE = "coverage";
  static final String FINDINGS = "findings";
  static final String WORKERS = "workers";

  private static final List<String> BUCKETS =
      List.of(CAMPAIGN, CORPUS, COVERAGE, FINDINGS, WORKERS);

  private final CampaignAddress address;
  private final Connection connection;
  private final int replicas;

  private CampaignServer(CampaignAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
    ServerInfo info = connection.getServerInfo();
    this.replicas =
        info.getCluster() != null && connection.getServers().size() >= REPLICAS_OF_A_CLUSTER
            ? REPLICAS_OF_A_CLUSTER
            : 1;
  }

  /**
   * Connects.
   *
   * @param credentials a file as NATS makes them for a user, if the server wants one
   * @throws CampaignException if there is no server, or it wants other credentials, or it has no
   *     JetStream
   */
  public static CampaignServer connect(CampaignAddress address, Optional<Path> credentials)
      throws CampaignException {
    if (credentials.isPresent() && !Files.isReadable(credentials.get())) {
      throw new CampaignException("the credentials %s can't be read".formatted(credentials.get()));
    }
    Options.Builder options =
        new Options.Builder()
            .servers(address.servers().toArray(String[]::new))
            .connectionName("harrier " + address.name())
            .connectionTimeout(CONNECTING)
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(250))
            .errorListener(new Quiet());
    credentials.ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
    CampaignServer server;
    try {
      server = new CampaignServer(address, Nats.connect(options.build()));
    } catch (AuthenticationException e) {
      throw new CampaignException(
          "%s wants other credentials: %s; give them in the address or with --credentials"
              .formatted(address.shown(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new CampaignException(
          "no NATS server answers at %s; start one with: nats-server -js"
              .formatted(address.shown()),
          e);
    } catch (IllegalArgumentException e) {
      throw new CampaignException(
          "%s is no address of a NATS server".formatted(address.shown()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CampaignException("interrupted", e);
    }
    server.checkJetStream();
    return server;
  }

  private void checkJetStream() throws CampaignException {
    try {
      connection.jetStreamManagement().getAccountStatistics();
    } catch (JetStreamApiException e) {
      close();
      throw new CampaignException(
          e.getApiErrorCode() == NOT_ENABLED
              ? "the server at %s has no JetStream for this account; start it with: nats-server -js"
                  .formatted(address.shown())
              : "the server at %s refuses: %s".formatted(address.shown(), e.getErrorDescription()),
          e);
    } catch (IOException e) {
      close();
      throw new CampaignException(
          "the server at %s (version %s) has no JetStream; start it with: nats-server -js"
              .formatted(address.shown(), connection.getServerInfo().getVersion()),
          e);
    }
  }

  CampaignAddress address() {
    return address;
  }

  private String stream() {
    return "harrier-" + address.name();
  }

  private String subject(String kind) {
    return stream() + "." + kind;
  }

  /** Whether the campaign was ever begun here. */
  boolean isThere() throws IOException {
    return Retries.ask(() -> connection.keyValueManagement().getBucketNames())
        .contains(stream() + "-" + CAMPAIGN);
  }

  /** Makes what is not there yet. */
  void prepare() throws IOException {
    StreamConfiguration work =
        StreamConfiguration.builder()
            .name(stream())
            .subjects(subject("*"))
            .retentionPolicy(RetentionPolicy.WorkQueue)
            .storageType(StorageType.File)
            .replicas(replicas)
            .duplicateWindow(TWICE)
            .build();
    Retries.ask(() -> {
      if (!connection.jetStreamManagement().getStreamNames().contains(stream())) {
        connection.jetStreamManagement().addStream(work);
      }
      return true;
    });
  }

  /** A bucket of the campaign, made if it is not there. */
  Bucket bucket(String name) throws IOException {
    return bucket(name, Duration.ZERO);
  }

  /**
   * As above.
   *
   * @param lifetime of its entries; zero for ever
   */
  Bucket bucket(String name, Duration lifetime) throws IOException {
    String full = stream() + "-" + name;
    KeyValueConfiguration.Builder configuration =
        KeyValueConfiguration.builder().name(full).storageType(StorageType.File).replicas(replicas);
    if (!lifetime.isZero()) {
      configuration.ttl(lifetime);
    }
    Retries.ask(() -> {
      if (!connection.keyValueManagement().getBucketNames().contains(full)) {
        connection.keyValueManagement().create(configuration.build());
      }
      return true;
    });
    return new Bucket(Retries.ask(() -> connection.keyValue(full)));
  }

  /** Those who take messages of a kind, each for one worker. */
  ConsumerContext consumer(String kind) throws IOException {
    ConsumerConfiguration configuration =
        ConsumerConfiguration.builder()
            .durable(kind)
            .filterSubject(subject(kind))
            .ackWait(SILENCE)
            .build();
    return Retries.ask(
        () -> connection.getStreamContext(stream()).createOrUpdateConsumer(configuration));
  }

  /**
   * Publishes a message, once.
   *
   * @param id under which it is recognised if it is published again
   */
  void publish(String kind, String id, String text) throws IOException {
    PublishOptions once = PublishOptions.builder().messageId(id).build();
    Retries.ask(() ->
        connection.jetStream().publish(subject(kind), text.getBytes(StandardCharsets.UTF_8), once));
  }

  /** The next message of a queue; empty if it has none now. */
  static Optional<Message> fetch(ConsumerContext consumer) throws IOException {
    return Retries.ask(() -> {
      FetchConsumer messages =
          consumer.fetch(FetchConsumeOptions.builder().maxMessages(1).noWait().build());
      try {
        return Optional.ofNullable(messages.nextMessage());
      } catch (JetStreamStatusCheckedException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        close(messages);
      }
    });
  }

  private static void close(FetchConsumer messages) throws IOException, InterruptedException {
    try {
      messages.close();
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // AutoCloseable declares no less.
      throw new IOException(e);
    }
  }

  /** The work is done; it is gone when this returns. */
  static void acknowledge(Message message) throws IOException {
    Retries.ask(() -> {
      message.ackSync(Duration.ofSeconds(2));
      return true;
    });
  }

  /** Removes all that belongs to the campaign. */
  void delete() throws IOException {
    Retries.ask(() -> {
      List<String> there = connection.keyValueManagement().getBucketNames();
      for (String bucket : BUCKETS) {
        if (there.contains(stream() + "-" + bucket)) {
          connection.keyValueManagement().delete(stream() + "-" + bucket);
        }
      }
      if (connection.jetStreamManagement().getStreamNames().contains(stream())) {
        connection.jetStreamManagement().deleteStream(stream());
      }
      return true;
    });
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
