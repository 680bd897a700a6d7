package dev.harrier.testkit;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with one page, driven by its own protocol. */
public final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final WebSocket page;
  private final BlockingQueue<JsonObject> answers = new LinkedBlockingQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private int sent;

  /** The browser of this machine, if it has one. */
  public static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(directory ->
            Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it and waits until the page is there.
   *
   * @param profile a directory that exists, for what the browser writes
   */
  public Browser(Path executable, Path profile, URI address) throws Exception {
    process =
        new ProcessBuilder(
                executable.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--window-size=1400,1000",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    HttpRequest open =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%s/json/new?about:blank".formatted(port(profile))))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    String target = http.send(open, HttpResponse.BodyHandlers.ofString()).body();
    page =
        http.newWebSocketBuilder()
            .buildAsync(
                URI.create(
                    JsonParser.parseString(target)
                        .getAsJsonObject()
                        .get("webSocketDebuggerUrl")
                        .getAsString()),
                new Listener())
            .join();
    ask("Network.enable", Map.of());
    ask("Page.enable", Map.of());
    ask("Page.navigate", Map.of("url", address.toString()));
    await("document.readyState === 'complete' && document.title !== ''");
  }

  private static String port(Path profile) throws IOException, InterruptedException {
    Path active = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(active) || Files.readAllLines(active).size() < 2) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "the browser does not start: " + Files.readString(profile.resolve("log")));
      }
      Thread.sleep(50);
    }
    return Files.readAllLines(active).getFirst();
  }

  /** Keeps answers and the addresses of requests. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
        text.setLength(0);
        if (message.has("id")) {
          answers.add(message);
        } else if (message.get("method").getAsString().equals("Network.requestWillBeSent")) {
          requests.add(
              message
                  .getAsJsonObject("params")
                  .getAsJsonObject("request")
                  .get("url")
                  .getAsString());
        }
      }
      socket.request(1);
      return null;
    }
  }

  private JsonObject ask(String method, Map<String, Object> parameters) throws Exception {
    sent++;
    JsonObject message = new JsonObject();
    message.addProperty("id", sent);
    message.addProperty("method", method);
    message.add("params", new Gson().toJsonTree(parameters));
    page.sendText(message.toString(), true).join();
    while (true) {
      JsonObject answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (answer == null) {
        throw new IOException("no answer to " + method);
      }
      if (answer.get("id").getAsInt() == sent) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.getAsJsonObject("result");
      }
    }
  }

  /** The value of an expression in the page. */
  public JsonElement value(String expression) throws Exception {
    JsonObject answer =
        ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.getAsJsonObject("result").get("value");
  }

  /** As above, of a text. */
  public String text(String expression) throws Exception {
    return value(expression).getAsString();
  }

  /** As above, of a whole number. */
  public int number(String expression) throws Exception {
    return value(expression).getAsInt();
  }

  /** Waits until an expression is true. */
  public void await(String expression) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!value(expression).getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("never true: " + expression);
      }
      Thread.sleep(20);
    }
  }

  /** Presses and releases a key, as a user does. */
  public void press(String key) throws Exception {
    String text = key.length() == 1 ? key : key.equals("Enter") ? "\r" : "";
    ask("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", text));
    ask("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
  }

  /**
   * Clicks in the middle of an element, as soon as it is at rest there. The page may put another
   * one in its place meanwhile, so that it is looked up each time.
   */
  public void click(String selector) throws Exception {
    value(
        "(() => { const target = () => document.querySelector(%s);".formatted(quoted(selector))
            + " window.spot = () => { const b = target().getBoundingClientRect();"
            + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; };"
            + " window.hits = () => {"
            + " target().scrollIntoView({block: 'center', behavior: 'instant'});"
            + " const {x, y} = window.spot();"
            + " return document.elementFromPoint(x, y) === target(); }; })()");
    await("window.hits()");
    double x = value("window.spot().x").getAsDouble();
    double y = value("window.spot().y").getAsDouble();
    for (String type : List.of("mousePressed", "mouseReleased")) {
      ask(
          "Input.dispatchMouseEvent",
          Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
    }
  }

  private static String quoted(String text) {
    return new JsonPrimitive(text).toString();
  }

  /**
   * Shows the page as on this medium ({@code screen}, {@code print}), {@code light} or {@code
   * dark}.
   */
  public void media(String medium, String scheme) throws Exception {
    ask(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** A picture of the page as it is. */
  public byte[] screenshot() throws Exception {
    return Base64.getDecoder()
        .decode(
            ask("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data")
                .getAsString());
  }

  /** The addresses of everything that the page asked for. */
  public List<String> requests() {
    return new ArrayList<>(requests);
  }

  @Override
  public void close() {
    page.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
