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

  /**
   * What a key has, or had when somebody looked.
   *
   * @param text "" if there is nothing
   * @param revision 0 if there is nothing
   */
  record Seen(String text, long revision) {
    static final Seen NOTHING = new Seen("", 0);
  }

  /** What a key has now. */
  Seen seen(String key) throws IOException {
    return entry(key).map(entry -> new Seen(text(entry), entry.getRevision())).orElse(Seen.NOTHING);
  }

  @Override
  public void change(String key, Change change) throws IOException {
    change(key, seen(key), change);
  }

  /**
   * The same, without a look at what is there.
   *
   * @param supposed what should be there; if it is not, the change is computed anew
   * @return what is there now
   */
  Seen change(String key, Seen supposed, Change change) throws IOException {
    Seen before = supposed;
    while (true) {
      String text = change.of(before.text());
      if (text.equals(before.text())) {
        return before;
      }
      byte[] value = text.getBytes(StandardCharsets.UTF_8);
      long revision = before.revision();
      try {
        return new Seen(
            text,
            retries.ask(() ->
                revision > 0 ? bucket.update(key, value, revision) : bucket.create(key, value)));
      } catch (RefusedException e) {
        if (!e.isConflict()) {
          throw e;
        }
        // Somebody was faster, or an answer was lost and this is our own change: look again.
        before = seen(key);
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
