package dev.harrier.campaign;

import dev.harrier.model.file.IoErrors;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.ObjectStoreConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
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

  /** A server that has left two of these unanswered is given up, and another one looked for. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(4);

  /** So long a message that was published twice is recognised. */
  private static final Duration TWICE = Duration.ofMinutes(2);

  /** The first that compresses what it stores, and knows whether a consumer is new. */
  private static final String OLDEST = "2.10.0";

  private static final int REPLICAS_OF_A_CLUSTER = 3;

  /** What the server says of JetStream that is not switched on. */
  private static final int NOT_ENABLED = 10039;

  static final String CAMPAIGN = "campaign";
  static final String CORPUS = "corpus";
  static final String COVERAGE = "coverage";
  static final String FINDINGS = "findings";
  static final String WORKERS = "workers";
  static final String SCHEDULES = "schedules";
  static final String BUILDS = "builds";
  static final String CLAIMS = "claims";
  private static final String OBJECTS = "objects";

  private static final List<String> BUCKETS =
      List.of(CAMPAIGN, CORPUS, COVERAGE, FINDINGS, WORKERS, SCHEDULES, BUILDS, CLAIMS);

  private final CampaignAddress address;
  private final Connection connection;
  private final int replicas;
  private final Patience patience;
  private final Retries retries;

  private CampaignServer(CampaignAddress address, Connection connection, Patience patience) {
    this.address = address;
    this.connection = connection;
    this.patience = patience;
    this.retries =
        new Retries(() -> connection.getStatus() == Connection.Status.CONNECTED, patience);
    ServerInfo info = connection.getServerInfo();
    this.replicas =
        info.getCluster() != null && connection.getServers().size() >= REPLICAS_OF_A_CLUSTER
            ? REPLICAS_OF_A_CLUSTER
            : 1;
  }

  /**
   * Connects.
   *
   * @param patience with a server that does not answer, once there is one
   * @throws CampaignException if there is no server, or it wants other credentials, or it has no
   *     JetStream
   */
  public static CampaignServer connect(
      CampaignAddress address, CampaignAccess access, Patience patience) throws CampaignException {
    access.check();
    Quiet listener = new Quiet();
    Options.Builder options =
        new Options.Builder()
            .servers(address.servers().toArray(String[]::new))
            .connectionName("harrier " + address.name())
            .connectionTimeout(CONNECTING)
            .pingInterval(HEARTBEAT)
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(250))
            .errorListener(listener);
    access.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
    access.tls().ifPresent(options::sslContext);
    CampaignServer server;
    try {
      server = new CampaignServer(address, Nats.connect(options.build()), patience);
    } catch (AuthenticationException e) {
      throw new CampaignException(
          "%s rejects the credentials: %s; give them in the address or with --credentials"
              .formatted(address.shown(), e.getMessage()),
          e);
    } catch (IOException e) {
      Optional<String> mistrust = listener.mistrust();
      if (mistrust.isPresent()) {
        throw new CampaignException(
            "the server at %s can't show by TLS that it is the right one: %s; --ca names the certificates to trust"
                .formatted(address.shown(), mistrust.get()),
            e);
      }
      if (listener.isSilent()) {
        throw new CampaignException(
            "the server at %s does not answer; if it asks for %s certificate, give --cert and --key"
                .formatted(address.shown(), access.client().isPresent() ? "another" : "a"),
            e);
      }
      throw new CampaignException(
          "no NATS server answers at %s; start one with: nats-server -js"
              .formatted(address.shown()),
          e);
    } catch (IllegalArgumentException e) {
      throw new CampaignException(
          "%s is not the address of a NATS server".formatted(address.shown()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CampaignException("interrupted", e);
    }
    server.checkJetStream();
    return server;
  }

  private void checkJetStream() throws CampaignException {
    ServerInfo info = connection.getServerInfo();
    if (!info.isSameOrNewerThanVersion(OLDEST)) {
      close();
      throw new CampaignException(
          "the server at %s is of version %s, and campaigns need %s or newer"
              .formatted(address.shown(), info.getVersion(), OLDEST));
    }
    Optional<String> lack;
    try {
      lack = retries.ask(this::lack);
    } catch (RefusedException e) {
      close();
      throw new CampaignException(
          "the server at %s refuses: %s".formatted(address.shown(), e.getMessage()), e);
    } catch (IOException e) {
      close();
      throw new CampaignException(
          "there is a server at %s, but JetStream has no answer; in a cluster more than half of the servers must run (%s)"
              .formatted(address.shown(), IoErrors.described(e)),
          e);
    }
    if (lack.isPresent()) {
      close();
      throw new CampaignException(lack.get());
    }
  }

  /**
   * Why there is no JetStream, if it says that there is none. Silence does not say so: a cluster is
   * silent while it chooses a leader.
   */
  private Optional<String> lack() throws IOException, JetStreamApiException {
    try {
      connection.jetStreamManagement().getAccountStatistics();
      return Optional.empty();
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NOT_ENABLED) {
        return Optional.of(
            "the server at %s has no JetStream for this account; start it with: nats-server -js"
                .formatted(address.shown()));
      }
      throw e;
    } catch (IOException e) {
      ServerInfo info = connection.getServerInfo();
      if (info.isJetStreamAvailable()) {
        throw e;
      }
      return Optional.of(
          "the server at %s (version %s) has no JetStream; start it with: nats-server -js"
              .formatted(address.shown(), info.getVersion()));
    }
  }

  public CampaignAddress address() {
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
    return retries
        .ask(() -> connection.keyValueManagement().getBucketNames())
        .contains(stream() + "-" + CAMPAIGN);
  }

  /** Waits for a server that is gone for so long, or a minute if that is longer. */
  void patience(Duration time) {
    patience.lasts(time);
  }

  /** From now on each question is asked once, and none while there is no server. */
  public void hurry() {
    patience.hurry();
  }

  /** Whether the command was asked to end. */
  public boolean isEnding() {
    return patience.isEnding();
  }

  /** How long ago the campaign was begun, by the server's clock. */
  Duration age() throws IOException {
    StreamInfo queue = retries.ask(() -> connection.jetStreamManagement().getStreamInfo(stream()));
    Duration age = Duration.between(queue.getCreateTime(), queue.getTimestamp());
    return age.isNegative() ? Duration.ZERO : age; // By two clocks, where another server leads now.
  }

  /** Makes the queue of the campaign, if it is not there. */
  public void prepare() throws IOException {
    StreamConfiguration work =
        StreamConfiguration.builder()
            .name(stream())
            .subjects(subject("*"))
            .retentionPolicy(RetentionPolicy.WorkQueue)
            .storageType(StorageType.File)
            .replicas(replicas)
            .duplicateWindow(TWICE)
            .build();
    retries.ask(() -> {
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
    return called(stream() + "-" + name, lifetime);
  }

  /**
   * For what is written every few seconds and soon forgotten. One server forgets with its memory
   * that there was anything; of a cluster the others know.
   */
  private StorageType passing() {
    return replicas > 1 ? StorageType.Memory : StorageType.File;
  }

  private Bucket called(String full, Duration lifetime) throws IOException {
    KeyValueConfiguration.Builder configuration =
        KeyValueConfiguration.builder().name(full).storageType(StorageType.File).replicas(replicas);
    if (!lifetime.isZero()) {
      configuration.ttl(lifetime).storageType(passing());
    }
    retries.ask(() -> {
      if (!connection.keyValueManagement().getBucketNames().contains(full)) {
        connection.keyValueManagement().create(configuration.build());
      }
      return true;
    });
    return new Bucket(retries.ask(() -> connection.keyValue(full)), retries);
  }

  /** What all campaigns on this server have in common. */
  Bucket common() throws IOException {
    return called("harrier-explored", Duration.ZERO);
  }

  /** The files of the campaign. */
  ContentStore objects() throws IOException {
    String full = stream() + "-" + OBJECTS;
    ObjectStoreConfiguration configuration =
        ObjectStoreConfiguration.builder()
            .name(full)
            .storageType(StorageType.File)
            .replicas(replicas)
            .compression(true)
            .build();
    retries.ask(() -> {
      if (!connection.objectStoreManagement().getBucketNames().contains(full)) {
        connection.objectStoreManagement().create(configuration);
      }
      return true;
    });
    return new ContentStore(retries.ask(() -> connection.objectStore(full)), retries);
  }

  /** The messages of a kind, each for one worker. */
  TurnQueue queue(String kind) throws IOException {
    return TurnQueue.of(connection, retries, stream(), kind);
  }

  /** Waits until somebody publishes to the campaign's queue, or for so long. */
  void awaitMessage(Duration most) throws InterruptedException {
    try {
      Subscription messages = connection.subscribe(subject("*"));
      try {
        messages.nextMessage(most);
      } finally {
        messages.unsubscribe();
      }
    } catch (IllegalStateException e) { // jnats: not connected, for now.
      Thread.sleep(most);
    }
  }

  /** The work is done; it is gone when this returns. */
  void acknowledge(Message message) throws IOException {
    retries.ask(() -> {
      message.ackSync(Duration.ofSeconds(2));
      return true;
    });
  }

  /** Removes all that belongs to the campaign. */
  void delete() throws IOException {
    retries.ask(() -> {
      List<String> there = connection.keyValueManagement().getBucketNames();
      for (String bucket : BUCKETS) {
        if (there.contains(stream() + "-" + bucket)) {
          connection.keyValueManagement().delete(stream() + "-" + bucket);
        }
      }
      if (connection.jetStreamManagement().getStreamNames().contains(stream())) {
        connection.jetStreamManagement().deleteStream(stream());
      }
      if (connection.objectStoreManagement().getBucketNames().contains(stream() + "-" + OBJECTS)) {
        connection.objectStoreManagement().delete(stream() + "-" + OBJECTS);
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
