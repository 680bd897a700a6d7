package dev.harrier.ide.browser;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harrier.ide.current.ModuleStore;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.html.Page;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Serves the runs of a module to the browsers of this machine, until it is closed. */
public final class PageServer implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  /** How many pages hear of changes at once; a browser asks again when it was refused. */
  private static final int MOST_STREAMS = 100;

  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  private static final Logger LOG = System.getLogger(PageServer.class.getName());

  private static final Pattern RUN = Pattern.compile("runs/([^/]+)/(events)?");

  private final Guard guard = new Guard();
  private final StoredPages pages;
  private final RunList list;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore streams = new Semaphore(MOST_STREAMS);
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * Begins to serve.
   *
   * @param port on the loopback address; 0 for any that is free
   * @throws IOException if it can't be had, because another program has it perhaps
   */
  public PageServer(ModuleStore module, int port) throws IOException {
    pages = new StoredPages(module);
    list = new RunList(pages);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** The page with the list of runs. */
  public URI address() {
    return URI.create(
        "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), guard.root()));
  }

  /** Ends all streams and then the server. */
  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Cache-Control", "no-store");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("X-Frame-Options", "DENY");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      Optional<String> refusal = guard.refusal(exchange);
      if (refusal.isPresent()) {
        say(exchange, FORBIDDEN, refusal.get());
      } else if (!exchange.getRequestMethod().equals("GET")) {
        headers.set("Allow", "GET");
        say(exchange, WRONG_METHOD, "harrier ui only shows; it takes nothing but GET");
      } else {
        answer(exchange, exchange.getRequestURI().getPath().substring(guard.root().length()));
      }
    }
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    Matcher run = RUN.matcher(path);
    try {
      if (path.isEmpty()) {
        send(exchange, OK, "text/html; charset=utf-8", Page.list(list.data()));
      } else if (path.equals("events")) {
        stream(exchange, this::sendList);
      } else if (run.matches() && RunId.isRunId(run.group(1))) {
        RunId id = new RunId(run.group(1));
        if (run.group(2) == null) {
          send(exchange, OK, "text/html; charset=utf-8", pages.page(id));
        } else {
          stream(exchange, run(id));
        }
      } else {
        say(exchange, NOT_FOUND, "there is no such page; go back to the list of runs");
      }
    } catch (StoreException.Unreadable e) {
      say(exchange, NOT_FOUND, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.log(Logger.Level.ERROR, "internal error, please report it with this:", e);
      say(exchange, FAILED, "Harrier failed; the terminal of harrier ui says how");
    }
  }

  /** What a stream sends each time that it looks at the store; false when that was all. */
  @FunctionalInterface
  private interface Look {
    boolean send(EventStream events) throws IOException, StoreException.Unreadable;
  }

  private boolean sendList(EventStream events) throws IOException, StoreException.Unreadable {
    events.send("runs", list.data());
    return true;
  }

  /** A page is made again only when the files of its run have changed. */
  private Look run(RunId id) {
    AtomicReference<String> shown = new AtomicReference<>("");
    return events -> {
      RunRecord run = pages.module().runs().header(id);
      events.say("progress", pages.status(run));
      String stamp = pages.module().runs().stamp(id);
      if (!stamp.equals(shown.getAndSet(stamp))) {
        events.send("report", pages.data(id));
      }
      return run.ending().isEmpty();
    };
  }

  private void stream(HttpExchange exchange, Look look) throws IOException {
    if (!streams.tryAcquire()) {
      say(exchange, UNAVAILABLE, "too many pages are open; close some");
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(OK, 0);
      EventStream events = new EventStream(exchange.getResponseBody());
      while (look(events, look)) {
        if (closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
      events.say("end", "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      streams.release();
    }
  }

  /** What can't be read is said; it may be readable next time. */
  private static boolean look(EventStream events, Look look) throws IOException {
    try {
      return look.send(events);
    } catch (StoreException.Unreadable e) {
      events.say("progress", String.valueOf(e.getMessage()));
      return true;
    }
  }

  private static void say(HttpExchange exchange, int status, String sentence) throws IOException {
    send(exchange, status, "text/plain; charset=utf-8", sentence + "\n");
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
