package dev.harrier.campaign;

import dev.harrier.explore.corpus.SharedTexts;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A key-value bucket of text, changed by compare-and-swap. */
final class Bucket implements SharedTexts {
  private final KeyValue bucket;
  private final Retries retries;

  Bucket(KeyValue bucket, Retries retries) {
    this.bucket = bucket;
    this.retries = retries;
  }

  /** The same, for what may as well be left undone: each question is asked once. */
  Bucket impatient() {
    return new Bucket(bucket, retries.once());
  }

  @Override
  public List<String> keys() throws IOException {
    return retries.ask(bucket::keys);
  }

  @Override
  public Optional<String> read(String key) throws IOException {
    return entry(key).map(Bucket::text);
  }

  private Optional<KeyValueEntry> entry(String key) throws IOException {
    return Optional.ofNullable(retries.ask(() -> bucket.get(key)))
        .filter(entry -> entry.getValue() != null);
  }

  private static String text(KeyValueEntry entry) {
    byte[] value = entry.getValue();
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  @Override
  public void change(String key, Change change) throws IOException {
    while (true) {
      Optional<KeyValueEntry> before = entry(key);
      String old = before.map(Bucket::text).orElse("");
      String text = change.of(old);
      if (text.equals(old)) {
        return;
      }
      byte[] value = text.getBytes(StandardCharsets.UTF_8);
      try {
        retries.ask(() ->
            before.isPresent()
                ? bucket.update(key, value, before.get().getRevision())
                : bucket.create(key, value));
        return;
      } catch (RefusedException e) {
        if (!e.isConflict()) {
          throw e;
        }
        // Somebody was faster, or an answer was lost and this is our own change: look again.
      }
    }
  }

  /** Writes a text if its key has none; whether it did. */
  boolean create(String key, String text) throws IOException {
    try {
      retries.ask(() -> bucket.create(key, text.getBytes(StandardCharsets.UTF_8)));
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
      bucket.delete(key);
      return true;
    });
  }

  /** Writes whatever was there before. */
  void put(String key, String text) throws IOException {
    retries.ask(() -> bucket.put(key, text.getBytes(StandardCharsets.UTF_8)));
  }
}
