package dev.harrier.campaign;

import dev.harrier.explore.corpus.SharedTexts;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueWatchOption;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A key-value bucket of text, or the entries of one kind in it, changed by compare-and-swap. */
final class Bucket implements SharedTexts {
  /** How long the next one of many entries may take. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private static final String ALL = ">";

  private final KeyValue bucket;
  private final String prefix;
  private final TextSigning signing;
  private final RetryPolicy.Retries retries;

  /**
   * @param prefix of the keys of what it has in the server's bucket: "" or tokens that end with a
   *     full stop
   */
  Bucket(KeyValue bucket, String prefix, TextSigning signing, RetryPolicy.Retries retries) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.signing = signing;
    this.retries = retries;
  }

  /** The same, for what may as well be left undone: each question is asked once. */
  Bucket impatient() {
    return new Bucket(bucket, prefix, signing, retries.once());
  }

  /** All keys, in no order. */
  List<String> keys() throws IOException {
    return retries.ask(() -> bucket.keys(prefix + ALL)).stream().map(this::ours).toList();
  }

  @Override
  public Map<String, String> all() throws IOException {
    Map<String, String> all = new HashMap<>();
    for (Map.Entry<String, String> entry : sealed().entrySet()) {
      all.put(entry.getKey(), signing.verify(prefix + entry.getKey(), entry.getValue()));
    }
    return all;
  }

  private Map<String, String> sealed() throws IOException {
    return retries.ask(() -> {
      BlockingQueue<Optional<KeyValueEntry>> entries = new LinkedBlockingQueue<>();
      NatsKeyValueWatchSubscription watch =
          bucket.watch(prefix + ALL, handedTo(entries), KeyValueWatchOption.IGNORE_DELETE);
      try {
        return untilTheEnd(entries);
      } finally {
        watch.unsubscribe();
      }
    });
  }

  /** An empty one is the end of the stored entries. */
  private static KeyValueWatcher handedTo(BlockingQueue<Optional<KeyValueEntry>> entries) {
    return new KeyValueWatcher() {
      @Override
      public void watch(KeyValueEntry entry) {
        entries.add(Optional.of(entry));
      }

      @Override
      public void endOfData() {
        entries.add(Optional.empty());
      }
    };
  }

  /** A key of the server's as it is called here. */
  private String ours(String key) {
    return key.substring(prefix.length());
  }

  private Map<String, String> untilTheEnd(BlockingQueue<Optional<KeyValueEntry>> entries)
      throws InterruptedException, TimeoutException {
    Map<String, String> all = new HashMap<>();
    while (true) {
      Optional<KeyValueEntry> entry = entries.poll(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (entry == null) {
        throw new TimeoutException();
      }
      if (entry.isEmpty()) {
        return all;
      }
      all.put(ours(entry.get().getKey()), text(entry.get()));
    }
  }

  /** The text of a key; empty if there is none. */
  Optional<String> read(String key) throws IOException {
    Optional<KeyValueEntry> entry = entry(key);
    return entry.isPresent() ? Optional.of(opened(entry.get())) : Optional.empty();
  }

  private Optional<KeyValueEntry> entry(String key) throws IOException {
    return Optional.ofNullable(retries.ask(() -> bucket.get(prefix + key)))
        .filter(entry -> entry.getValue() != null);
  }

  private String opened(KeyValueEntry entry) throws IOException {
    return signing.verify(entry.getKey(), text(entry));
  }

  private static String text(KeyValueEntry entry) {
    byte[] value = entry.getValue();
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  /**
   * What a key has, or had when another worker looked.
   *
   * @param text "" if there is nothing
   * @param revision 0 if there is nothing
   */
  record Seen(String text, long revision) {
    static final Seen NOTHING = new Seen("", 0);
  }

  /** What a key has now. */
  Seen seen(String key) throws IOException {
    Optional<KeyValueEntry> entry = entry(key);
    return entry.isPresent()
        ? new Seen(opened(entry.get()), entry.get().getRevision())
        : Seen.NOTHING;
  }

  @Override
  public void change(String key, Change change) throws IOException {
    change(key, seen(key), change);
  }

  /**
   * The same, without a look at the stored entry.
   *
   * @param supposed what should be there; if it is not, the change is computed again
   * @return the entry as it is now
   */
  Seen change(String key, Seen supposed, Change change) throws IOException {
    Seen before = supposed;
    while (true) {
      String text = change.of(before.text());
      if (text.equals(before.text())) {
        return before;
      }
      byte[] value = value(key, text);
      long revision = before.revision();
      try {
        return new Seen(
            text,
            retries.ask(() ->
                revision > 0
                    ? bucket.update(prefix + key, value, revision)
                    : bucket.create(prefix + key, value)));
      } catch (RefusedException e) {
        if (!e.isConflict()) {
          throw e;
        }
        // Another worker was faster, or an answer was lost and this is our own change: look again.
        before = seen(key);
      }
    }
  }

  /** Writes a text if its key has none; whether it did. */
  boolean create(String key, String text) throws IOException {
    byte[] value = value(key, text);
    try {
      retries.ask(() -> bucket.create(prefix + key, value));
      return true;
    } catch (RefusedException e) {
      if (e.isConflict()) {
        return false;
      }
      throw e;
    }
  }

  /** Removes a key and what it had. */
  void remove(String key) throws IOException {
    retries.ask(() -> {
      bucket.delete(prefix + key);
      return true;
    });
  }

  private byte[] value(String key, String text) throws IOException {
    return signing.sign(prefix + key, text).getBytes(StandardCharsets.UTF_8);
  }

  /** Writes whatever was there before. */
  void put(String key, String text) throws IOException {
    byte[] value = value(key, text);
    retries.ask(() -> bucket.put(prefix + key, value));
  }
}
