package dev.harrier.ide.browser;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Server-sent events to one page. An event that says what the one before said is left out. */
final class EventStream {
  private static final Gson JSON = new Gson();

  /** How long nothing is sent before it is tried whether anyone still listens. */
  private static final long SILENCE_NANOS = 10_000_000_000L;

  private final OutputStream out;
  private final Map<String, String> last = new HashMap<>();
  private long sentAt = System.nanoTime();

  EventStream(OutputStream out) {
    this.out = out;
  }

  /**
   * Sends an event if its data is not what it was.
   *
   * @param data a line
   * @throws IOException if no one listens any more
   */
  void send(String event, String data) throws IOException {
    if (!data.equals(last.put(event, data))) {
      write("event: " + event + "\ndata: " + data + "\n\n");
    } else if (System.nanoTime() - sentAt > SILENCE_NANOS) {
      write(":\n\n");
    }
  }

  /** Sends a sentence. */
  void say(String event, String sentence) throws IOException {
    send(event, JSON.toJson(sentence));
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    sentAt = System.nanoTime();
  }
}
