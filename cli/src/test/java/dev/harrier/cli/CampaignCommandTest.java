package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.Remarks;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that explore together over a real server, and what becomes of their work when they die.
 */
final class CampaignCommandTest {
  private static final int PER_TEST = 60;

  /** One that nothing is found in stands between those. */
  private static final String TESTS =
      CampaignWorkers.TESTS.replace(
          "func TestLocks",
          """
          func TestFine(t *testing.T) {
          	c := make(chan int, 1)
          	go func() { c <- 1 }()
          	<-c
          }

          func TestLocks\
          """);

  @TempDir private Path directory;
  private Optional<Process> following = Optional.empty();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void end() {
    following.ifPresent(Process::destroyForcibly);
  }

  private static String[] fuzz(String address) {
    return CampaignWorkers.fuzz(address, PER_TEST, "4m");
  }

  @Test
  void whatWorkersDidOutlivesThemAndTheServer() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, TESTS)) {
      Path two = workers.clone("two");
      Path looking = workers.clone("looking");
      String address = server.address("", "shared");
      Process killed = workers.start("one", fuzz(address));
      workers.awaitState(address, state -> state.executions() > 0);
      Process ui =
          new HarrierProcess(looking)
              .start(directory.resolve("ui.out"), directory.resolve("ui.err"), "ui", address);
      following = Optional.of(ui);
      shown(ui, "1 worker,");
      killed.destroyForcibly().waitFor();
      server.kill();
      shown(ui, "trying again, ");
      server.restart();
      shown(ui, "no worker at work, ");

      Result second = workers.run("two", fuzz(address));
      assertThat(second.status()).as(second.toString()).isEqualTo(1);
      assertThat(workers.state(address).executions())
          .as("each counts once")
          .isEqualTo(3 * PER_TEST);

      Result third = workers.run("one", fuzz(address));
      assertThat(third.status()).as("it only confirms: " + third).isEqualTo(0);
      assertThat(workers.state(address).executions()).isEqualTo(3 * PER_TEST);
      String list = shown(ui, "2 findings (180 processes");
      Matcher followed = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(list);
      assertThat(followed.find()).isTrue();
      RunReport live =
          new RunStore(looking.resolve(".harrier"), looking).read(new RunId(followed.group(1)));
      assertThat(live.failing())
          .allSatisfy(f -> assertThat(f.witness().interleaving()).isPresent());
      assertThat(Remarks.of(live.run().ending().orElseThrow()))
          .singleElement()
          .asString()
          .matches(
              "the campaign is over: .*; 180 executions, \\d+ coverage requirements met, no worker at work, 2 findings announced, 0 to be confirmed by another worker");
      ui.destroy();
      assertThat(ui.waitFor()).isEqualTo(0);

      Result report = workers.run("looking", "campaign", "report", address);
      assertThat(report.status()).as(report.toString()).isEqualTo(1);
      assertThat(report.out()).contains("global-deadlock: ", "goroutine-leak: ");
      RunReport stored = new RunStore(looking.resolve(".harrier"), looking).latest();
      assertThat(stored.failing())
          .allSatisfy(f -> assertThat(f.witness().schedule()).isPresent())
          .allSatisfy(f -> assertThat(f.witness().interleaving()).isPresent())
          .allSatisfy(f -> assertThat(f.location().file()).startsWith(looking.toString()));

      GoModule.at(two).file("m_test.go", TESTS.replace("time.Second", "time.Minute"));
      Result other = new HarrierProcess(two).run(fuzz(address));
      assertThat(other.status()).isEqualTo(2);
      assertThat(other.err()).contains("explores other sources");

      Result removed = workers.run("one", "campaign", "stop", "--remove", address);
      assertThat(removed.status()).as(removed.toString()).isEqualTo(0);
      assertThat(workers.run("one", "campaign", "status", address).err())
          .contains("there is no campaign");
    }
  }

  /** What one worker knows cannot happen is withdrawn by all that the campaign reports. */
  @Test
  void whatCannotHappenIsWithdrawn() throws Exception {
    Path fixed = Path.of("..", "programs", "explore", "closed-before-audit", "fixed");
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers =
            new CampaignWorkers(directory, Files.readString(fixed.resolve("ledger_test.go")))) {
      for (String name : new String[] {"one", "looking"}) {
        GoModule.at(workers.clone(name))
            .file("ledger.go", Files.readString(fixed.resolve("ledger.go")));
      }
      String address = server.address("", "audit");
      String[] fuzz = {"fuzz", "--campaign", address, "--per-test", "100", "--workers", "1"};
      Result one = workers.run("one", fuzz);
      assertThat(one.out()).as(one.toString()).contains("1 prediction withdrawn");
      Result report = workers.run("looking", "campaign", "report", address);
      assertThat(report.status()).as(report.toString()).isEqualTo(0);
      assertThat(report.out()).contains("1 prediction withdrawn");
      assertThat(new RunStore(directory.resolve("looking/.harrier"), directory).latest().findings())
          .isEmpty();
    }
  }

  /** Waits until the list of runs says so; returns its page. */
  private String shown(Process ui, String what) throws Exception {
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    String body = "";
    while (!body.contains(what)) {
      assertThat(ui.isAlive() && System.nanoTime() < until).as(what + " in " + body).isTrue();
      Thread.sleep(50);
      String address = Files.readString(directory.resolve("ui.out"));
      if (address.endsWith("/\n")) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address.strip())).build();
        body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      }
    }
    return body;
  }

  /** It has a turn to report when the server is gone, and time enough to wait for it. */
  @Test
  void aWorkerThatWaitsForItsServerEndsSoonWhenAskedTo() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, TESTS)) {
      String address = server.address("", "ended");
      Process one = workers.start("one", CampaignWorkers.fuzz(address, 1_000_000, "30m"));
      workers.awaitState(address, state -> state.executions() > 3 * PER_TEST);
      server.kill();
      while (!workers.said("one").contains("no answer from the campaign's server")) {
        assertThat(one.isAlive()).as(workers.said("one")).isTrue();
        Thread.sleep(100);
      }
      one.destroy();
      assertThat(one.waitFor(30, TimeUnit.SECONDS)).as("it ends: " + workers.said("one")).isTrue();
      workers.endsForLackOf("the server does not answer", "one");
      assertThat(workers.said("one")).contains("global-deadlock: ", "goroutine-leak: ");
      Path clone = directory.resolve("one");
      RunReport kept = new RunStore(clone.resolve(".harrier"), clone).latest();
      assertThat(kept.failing())
          .hasSize(2)
          .allSatisfy(f -> assertThat(f.witness().interleaving()).isPresent());
      assertThat(kept.run().ending()).isPresent();
      server.restart();
      assertThat(workers.state(address).executions()).isGreaterThan(3 * PER_TEST);
    }
  }

  /** Nothing can replay what no schedule was kept for. */
  @Test
  void workersDoNotWaitForWhatIsOnlySuspicious() throws Exception {
    String test =
        """
        package m

        import (
        	"testing"
        	"time"
        )

        func TestForgotten(t *testing.T) {
        	go func() {
        		for {
        			time.Sleep(time.Second)
        		}
        	}()
        }
        """;
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, test)) {
      String address = server.address("", "suspicious");
      Instant start = Instant.now();
      workers.start("one", fuzz(address));
      Result result = workers.run("two", fuzz(address));
      assertThat(result.status()).as(result.toString()).isZero();
      workers.endWell("one");
      assertThat(Duration.between(start, Instant.now()))
          .as("they end when nothing is left, not when their time is over")
          .isLessThan(Duration.ofMinutes(3));
      Result status = workers.run("two", "campaign", "status", address);
      assertThat(status.out()).contains("findings: 0 announced, 0 to be confirmed");
      Result report = workers.run("two", "campaign", "report", address);
      assertThat(report.out()).contains("goroutine-leak").contains("(suspicious)");
    }
  }

  /** Goroutines that stand deep in a function with a long name: more than an entry takes. */
  @Test
  void aLargeFindingTravelsAmongTheObjects() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.LARGE)) {
      String address = server.address("", "large");
      for (String worker : List.of("one", "two")) {
        Result result =
            workers.run(worker, CampaignWorkers.fuzz(address, 2, "4m", "--minimize", "0"));
        assertThat(result.status()).as(result.toString()).isLessThan(2);
      }
      Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
      KeyValue bucket = connection.keyValue("harrier-large-findings");
      assertThat(bucket.keys()).isNotEmpty();
      for (String key : bucket.keys()) {
        assertThat(bucket.get(key).getValueAsString()).contains("\"object:");
      }
      connection.close();
      Path one = directory.resolve("one");
      assertThat(new HarrierProcess(one).run("campaign", "report", address).status()).isEqualTo(1);
      assertThat(new RunStore(one.resolve(".harrier"), one).latest().failing())
          .isNotEmpty()
          .allSatisfy(f -> assertThat(f.witness().interleaving()).isPresent());
    }
  }

  @Test
  void aPasswordInTheAddressIsKeptNowhere() throws Exception {
    String password = "s3cretword";
    try (NatsServer guarded =
            NatsServer.start(
                directory.resolve("server"), "-js", "--user", "me", "--pass", password);
        CampaignWorkers workers = new CampaignWorkers(directory, TESTS)) {
      Path clone = workers.clone("one");
      Result result =
          workers.run(
              "one",
              "fuzz",
              "--campaign=" + guarded.address("me:" + password + "@", "guarded"),
              "--per-test=4",
              "--format=text,json=r.json,sarif=r.sarif,junit=r.xml,html=r.html");
      assertThat(result.err()).doesNotContain(password);
      assertThat(clone.resolve("r.json")).content().contains("--campaign=nats://***@127.0.0.1:");
      try (Stream<Path> files = Files.walk(clone)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(password);
        }
      }
    }
  }

  @Test
  void badInputIsASentence() throws Exception {
    Path clone = GoModule.at(directory.resolve("one")).file("m_test.go", TESTS).root();
    try (NatsServer plain = NatsServer.start(directory.resolve("plain"));
        NatsServer guarded =
            NatsServer.start(directory.resolve("guarded"), "-js", "--user", "a", "--pass", "b")) {
      said(clone, "no NATS server answers at nats://127.0.0.1:1", "nats://127.0.0.1:1/x");
      said(clone, "has no JetStream", plain.address("", "x"));
      said(clone, "rejects the credentials", guarded.address("", "x"));
      said(clone, "there is no campaign", guarded.address("a:b@", "x"));
      said(clone, "no campaign given", guarded.address("a:b@", ""));
      said(clone, "is not the name of a campaign", guarded.address("a:b@", "x/y"));
      said(clone, "is not the address of a NATS server", "http://127.0.0.1/x");
      said(clone, "is not the address of a NATS server", "http://a:b@127.0.0.1/x");
    }
  }

  private static void said(Path clone, String what, String address) throws Exception {
    Result result = new HarrierProcess(clone).run("campaign", "status", address);
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("harrier: ")
        .contains(what)
        .doesNotContain("a:b@", "\tat ", "java.");
  }
}
