package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.testkit.Browser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier ui} as a process, asked by a real client and by a real browser. */
final class UiCommandTest {
  private static final String LEAK =
      "package m\n\nfunc leak() {\n\tch := make(chan int)\n\tgo func() { ch <- 1 }()\n}\n";

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private Optional<Process> server = Optional.empty();

  private URI serve(String... arguments) throws Exception {
    Path out = Files.createTempFile(directory, "ui", ".out");
    String[] words = Stream.concat(Stream.of("ui"), Stream.of(arguments)).toArray(String[]::new);
    Process process =
        new HarrierProcess(directory)
            .start(out, Files.createTempFile(directory, "ui", ".err"), words);
    server = Optional.of(process);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (!Files.readString(out).endsWith("/\n")) {
      assertThat(process.isAlive() && System.nanoTime() < end).isTrue();
      Thread.sleep(20);
    }
    return URI.create(Files.readString(out).strip());
  }

  @AfterEach
  void end() {
    server.ifPresent(Process::destroyForcibly);
  }

  private HttpResponse<String> get(URI address, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Speaks for itself: Java's client does not let a caller choose the host. */
  private static String raw(URI address, String host) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
              .formatted(address.getPath(), host)
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void vetted() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            "package m\n\nfunc f() int {\n\tx := 0\n\tgo func() { x = 1 }()\n\treturn x\n}\n");
    assertThat(new HarrierProcess(directory).call("vet", "--fail-on", "static", ".").status())
        .isEqualTo(1);
  }

  @Test
  void onlyWhoHasTheAddressIsAnswered() throws Exception {
    vetted();
    URI address = serve();
    assertThat(address.getHost()).isEqualTo("127.0.0.1");
    assertThat(get(address).statusCode()).isEqualTo(200);
    assertThat(get(address).headers().map())
        .doesNotContainKey("set-cookie")
        .containsEntry("referrer-policy", java.util.List.of("no-referrer"));

    for (String path : Stream.of("/", "/" + "A".repeat(24) + "/", "/favicon.ico").toList()) {
      HttpResponse<String> refused = get(address.resolve(path));
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).doesNotContain("vet");
    }
    assertThat(get(address, "Origin", "http://127.0.0.1:1").statusCode()).isEqualTo(403);
    assertThat(get(address, "Sec-Fetch-Site", "same-site").statusCode()).isEqualTo(403);
    assertThat(raw(address, "evil.example:" + address.getPort())).startsWith("HTTP/1.1 403");
    assertThat(raw(address, "localhost:" + address.getPort())).startsWith("HTTP/1.1 200");
    HttpRequest post =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.noBody()).build();
    assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  @Test
  void endsWithASignalAlsoWhileSomebodyListens() throws Exception {
    GoModule.at(directory);
    URI address = serve();
    try (BufferedReader events =
        new BufferedReader(
            new InputStreamReader(
                http.send(
                        HttpRequest.newBuilder(address.resolve("events")).build(),
                        HttpResponse.BodyHandlers.ofInputStream())
                    .body(),
                StandardCharsets.UTF_8))) {
      assertThat(events.readLine()).isEqualTo("event: runs");
      assertThat(events.readLine()).contains("There are no runs yet");
      server.orElseThrow().destroy();
      assertThat(server.orElseThrow().waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(server.orElseThrow().exitValue()).isEqualTo(0);
    }
    assertThat(directory.resolve(".harrier")).doesNotExist();
  }

  @Test
  void badInputIsASentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      GoModule.at(directory);
      Result refused = new HarrierProcess(directory).run("ui", "-port", "" + taken.getLocalPort());
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.err()).contains("can't listen on port " + taken.getLocalPort() + ":");
      assertThat(refused.err().lines()).hasSize(1);
    }
    Files.delete(directory.resolve("go.mod"));
    assertThat(new HarrierProcess(directory).run("ui"))
        .matches(r -> r.status() == 2 && r.err().contains("is not in a Go module"));
    assertThat(new HarrierProcess(directory).run("ui", "-port", "70000"))
        .matches(r -> r.status() == 2 && r.err().contains("between 0 and 65535"));
  }

  @Test
  void aRunThatCannotBeReadHidesNoOther() throws Exception {
    vetted();
    Path runs = directory.resolve(".harrier/runs");
    Path old = Files.createDirectories(runs.resolve("20260131-235959-1"));
    Files.writeString(old.resolve("run.json"), "{\"version\": 1}");
    Path damaged = Files.createDirectories(runs.resolve("20260131-235959-2"));
    Files.writeString(damaged.resolve("run.json"), "{\"ver");
    URI address = serve();
    String list = get(address).body();
    assertThat(list)
        .contains(
            "\"command\":\"harrier vet --fail-on static .\"",
            "\"state\":\"fails\"",
            "3 runs are stored")
        .contains("expected version 4, the only one that this Harrier reads")
        .contains("the store is damaged");
    HttpResponse<String> page = get(address.resolve("runs/20260131-235959-1/"));
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.body()).contains("version 4").hasLineCount(1);
    assertThat(get(address.resolve("runs/20200131-235959-1/")).body()).contains("no run 2020");
    assertThat(get(address.resolve("runs/../../m.go")).statusCode()).isEqualTo(403);
  }

  /** An exploration as it continues, in a browser, until it is over; then its sources go. */
  @Test
  void aPageShowsAnExplorationWhileItGoesOn() throws Exception {
    Optional<Path> executable = Browser.find();
    assumeTrue(executable.isPresent(), "there is no Chromium on the PATH");
    GoModule.at(directory)
        .file("m.go", LEAK)
        .test("", "leak()")
        .file(
            "more_test.go",
            "package m\n\nimport \"testing\"\n\nfunc TestBad(t *testing.T) { t.Fail() }\n");
    URI address = serve();
    Path profile = Files.createDirectory(directory.resolve("profile"));
    Process exploration =
        new HarrierProcess(directory)
            .start(
                directory.resolve("fuzz.out"), directory.resolve("fuzz.err"), "fuzz", "-time=1m");
    try (Browser browser = new Browser(executable.get(), profile, address)) {
      browser.await("document.querySelectorAll('ol.runs li.going').length === 1");
      browser.await("/executions in/.test(document.querySelector('.said').innerText)");
      browser.click("ol.runs a");
      browser.await(
          "/coverage .*tests remaining/.test(document.getElementById('live')?.innerText)");
      browser.await(
          "/TestBad failed without a finding in /.test(document.getElementById('live').innerText)");
      browser.await("document.querySelectorAll('article .rule').length === 1");
      assertThat(browser.text("document.querySelector('h1').innerText"))
          .isEqualTo("Harrier: 1 finding so far");
      // A page that is loaded after the finding shows it open, and one that grows meanwhile may
      // move
      // it from under the pointer.
      while (browser.number("document.querySelectorAll('article details[open]').length") == 0) {
        browser.click("article .what");
      }
      browser.await("document.querySelector('article dl') !== null");
      exploration.destroy();
      assertThat(exploration.waitFor(1, TimeUnit.MINUTES)).isTrue();
      browser.await("/1 finding \\(.* processes/.test(document.querySelector('h1').innerText)");
      browser.await("document.getElementById('live').innerText === ''");
      assertThat(browser.number("document.querySelectorAll('article details[open]').length"))
          .isEqualTo(1);
      assertThat(browser.text("document.querySelector('pre .hit').innerText")).contains("ch <- 1");
      assertThat(browser.requests()).allMatch(url -> url.startsWith(address.toString()));
    }
    try (Stream<Path> left = Files.list(directory.resolve(".harrier/latest"))) {
      assertThat(left.map(f -> f.getFileName().toString()).collect(Collectors.toSet()))
          .doesNotContain("progress.json", "found.json");
    }
    Files.delete(directory.resolve("m.go"));
    String id = directory.resolve(".harrier/latest").toRealPath().getFileName().toString();
    assertThat(get(address.resolve("runs/" + id + "/")).body())
        .contains("ch \\u003c- 1")
        .contains("As it was then: the file has changed since the run, or is gone.");
  }

  @Test
  void whatAKilledExplorationFoundIsThere() throws Exception {
    GoModule.at(directory).leakingTest();
    Process exploration =
        new HarrierProcess(directory)
            .start(
                directory.resolve("fuzz.out"), directory.resolve("fuzz.err"), "fuzz", "-time=1m");
    URI address = serve();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (!get(address).body().contains("1 finding so far")) {
      assertThat(exploration.isAlive() && System.nanoTime() < end).isTrue();
      Thread.sleep(100);
    }
    exploration.descendants().forEach(ProcessHandle::destroyForcibly);
    exploration.destroyForcibly().waitFor();
    assertThat(get(address).body())
        .contains("killed before it could report")
        .containsPattern("until then: [0-9,]+ executions in ");
  }
}
