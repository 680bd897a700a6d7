package dev.harrier.campaign;

import io.nats.client.Connection;
import io.nats.client.Message;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The connection to a server, and what belongs to one campaign there. */
public final class CampaignServer implements AutoCloseable {
  /** A worker that is silent for so long has its work given to others. */
  static final Duration SILENCE = Duration.ofSeconds(10);

  /** What this worker can't do is offered to others after so long. */
  static final Duration DELAY_FOR_OTHERS = Duration.ofMillis(500);

  /** How long a message that was published twice is recognized. */
  private static final Duration TWICE = Duration.ofMinutes(2);

  private static final int REPLICAS_OF_A_CLUSTER = 3;

  private static final String OBJECTS = "objects";

  private final CampaignAddress address;
  private final CampaignKey key;
  private final Connection connection;
  private final int replicas;
  private final RetryPolicy patience;
  private final RetryPolicy.Retries retries;

  /** The digest of its terms, once they were read. */
  private Optional<String> about = Optional.empty();

  private CampaignServer(
      CampaignAddress address, CampaignKey key, Connection connection, RetryPolicy patience) {
    this.address = address;
    this.key = key;
    this.connection = connection;
    this.patience = patience;
    this.retries =
        new RetryPolicy.Retries(
            () -> connection.getStatus() == Connection.Status.CONNECTED, patience);
    ServerInfo info = connection.getServerInfo();
    this.replicas =
        info.getCluster() != null && connection.getServers().size() >= REPLICAS_OF_A_CLUSTER
            ? REPLICAS_OF_A_CLUSTER
            : 1;
  }

  /**
   * Connects.
   *
   * @param key what signs the entries that workers execute something for
   * @param patience with a server that does not answer, once there is one
   * @throws CampaignException if there is no server, or it wants other credentials, or it has no
   *     JetStream
   */
  public static CampaignServer connect(
      CampaignAddress address, CampaignAccess access, CampaignKey key, RetryPolicy patience)
      throws CampaignException {
    CampaignServer server =
        new CampaignServer(address, key, Connecting.to(address, access), patience);
    try {
      JetStreamCheck.of(address, server.connection, server.retries);
    } catch (CampaignException e) {
      server.close();
      throw e;
    }
    return server;
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
        .contains(named(Entries.TERMS));
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

  private String named(Entries kind) {
    return stream() + "-" + kind.bucket();
  }

  /** Entries of the campaign; their bucket is made if it is not there. */
  Bucket bucket(Entries kind) throws IOException {
    String full = named(kind);
    TextSigning signing =
        kind.isSigned()
            ? TextSigning.of(key, kind == Entries.TERMS ? () -> full : of(full))
            : TextSigning.NONE;
    return called(full, kind.lifetime(), kind.prefix(), signing);
  }

  /**
   * A place in the campaign as it was begun. What an earlier one of this name has left, with the
   * same key, was signed for other terms, such as other sources.
   */
  private TextSigning.Place of(String full) {
    return () -> full + "@" + about();
  }

  private synchronized String about() throws IOException {
    if (about.isEmpty()) {
      about = Optional.of(CampaignState.digest(bucket(Entries.TERMS)));
    }
    return about.get();
  }

  /**
   * For what is written every few seconds and soon forgotten. One server forgets with its memory
   * that there was anything; of a cluster the others know.
   */
  private StorageType passing() {
    return replicas > 1 ? StorageType.Memory : StorageType.File;
  }

  private Bucket called(String full, Duration lifetime, String prefix, TextSigning signing)
      throws IOException {
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
    return new Bucket(retries.ask(() -> connection.keyValue(full)), prefix, signing, retries);
  }

  /** What all campaigns on this server have in common. */
  Bucket common() throws IOException {
    return called("harrier-explored", Duration.ZERO, "", TextSigning.NONE);
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
  MessageQueue queue(String kind) throws IOException {
    return MessageQueue.of(
        connection, retries, stream(), kind, TextSigning.of(key, of(subject(kind))));
  }

  /** Waits until another worker publishes to the campaign's queue, or for so long. */
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
      for (String bucket : Arrays.stream(Entries.values()).map(this::named).distinct().toList()) {
        if (there.contains(bucket)) {
          connection.keyValueManagement().delete(bucket);
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
