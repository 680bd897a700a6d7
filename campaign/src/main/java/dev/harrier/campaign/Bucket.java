package dev.harrier.campaign;

import dev.harrier.explore.corpus.SharedTexts;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A key-value bucket of text, changed by compare-and-swap. */
final class Bucket implements SharedTexts {
  private final KeyValue bucket;

  Bucket(KeyValue bucket) {
    this.bucket = bucket;
  }

  @Override
  public List<String> keys() throws IOException {
    return Retries.ask(bucket::keys);
  }

  @Override
  public Optional<String> read(String key) throws IOException {
    return entry(key).map(Bucket::text);
  }

  private Optional<KeyValueEntry> entry(String key) throws IOException {
    return Optional.ofNullable(Retries.ask(() -> bucket.get(key)))
        .filter(entry -> entry.getValue() != null);
  }

  private static String text(KeyValueEntry entry) {
    byte[] value = entry.getValue();
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  @Override
  public void change(String key, UnaryOperator<String> change) throws IOException {
    while (true) {
      Optional<KeyValueEntry> before = entry(key);
      String old = before.map(Bucket::text).orElse("");
      String text = change.apply(old);
      if (text.equals(old)) {
        return;
      }
      byte[] value = text.getBytes(StandardCharsets.UTF_8);
      try {
        Retries.ask(() ->
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

  /** Removes a key and what it had. */
  void remove(String key) throws IOException {
    Retries.ask(() -> {
      bucket.delete(key);
      return true;
    });
  }

  /** Writes whatever was there before. */
  void put(String key, String text) throws IOException {
    Retries.ask(() -> bucket.put(key, text.getBytes(StandardCharsets.UTF_8)));
  }
}
