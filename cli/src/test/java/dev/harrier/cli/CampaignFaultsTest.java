package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of a campaign when servers fail, and what is said of those that it can't use. It
 * takes minutes, so {@code bench/campaign-faults.sh} runs it, not {@code ./verify}.
 */
@EnabledIfSystemProperty(named = "harrier.faults", matches = "true")
final class CampaignFaultsTest {
  private static final Pattern STATUS =
      Pattern.compile("campaign \\S+: ([\\d,]+) executions.* ([\\d,]+) announced");
  private static final int PER_TEST = 150;
  private static final String NAME = "faults";

  /** One test leaks where the timer fires first; one deadlocks. */
  static final String TESTS =
      """
      package m

      import (
      	"sync"
      	"testing"
      	"time"
      )

      func TestTimeout(t *testing.T) {
      	c := make(chan int)
      	go func() { c <- 1 }()
      	select {
      	case <-c:
      	case <-time.After(time.Second):
      	}
      }

      func TestLocks(t *testing.T) {
      	var a, b sync.Mutex
      	var wg sync.WaitGroup
      	wg.Add(2)
      	go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
      	go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
      	wg.Wait()
      }
      """;

  @TempDir private Path directory;

  private Path clone(String name) throws Exception {
    return GoModule.at(directory.resolve(name)).file("m_test.go", TESTS).root();
  }

  private static String[] fuzz(String address) {
    return new String[] {
      "fuzz",
      "--campaign",
      address,
      "--per-test",
      "" + PER_TEST,
      "--time",
      "4m",
      "--workers",
      "1",
      "--races",
      "off"
    };
  }

  /** For 20 seconds. */
  private static String[] endless(String address) {
    String[] flags = fuzz(address);
    flags[Arrays.asList(flags).indexOf("4m")] = "20s";
    flags[Arrays.asList(flags).indexOf("" + PER_TEST)] = "1000000";
    return flags;
  }

  private Process worker(String name, String address) throws Exception {
    return start(name, fuzz(address));
  }

  private Process start(String name, String... words) throws Exception {
    return new HarrierProcess(clone(name))
        .start(directory.resolve(name + ".out"), directory.resolve(name + ".err"), words);
  }

  private String said(String name) throws Exception {
    return Files.readString(directory.resolve(name + ".out"))
        + Files.readString(directory.resolve(name + ".err"));
  }

  private record State(long executions, long announced) {}

  private static State state(Path clone, String address) throws Exception {
    Result status = new HarrierProcess(clone).run("campaign", "status", address);
    Matcher state = STATUS.matcher(status.out());
    return state.find()
        ? new State(number(state.group(1)), number(state.group(2)))
        : new State(0, 0);
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** A partition is told from a slow server only by time: the frozen one is given up after that. */
  @Test
  void aLeaderIsCutOffAndTheNextOneIsKilled() throws Exception {
    try (NatsCluster cluster = NatsCluster.start(directory.resolve("cluster"))) {
      String address = cluster.address(NAME);
      Path looking = clone("looking");
      Process one = worker("one", address);
      Process two = worker("two", address);
      State before = state(looking, address);
      while (before.announced() == 0) {
        assertThat(one.isAlive() || two.isAlive()).as(said("one") + said("two")).isTrue();
        before = state(looking, address);
      }
      NatsServer cut = cluster.leader("harrier-" + NAME);
      cut.freeze();
      State during = state(looking, address);
      assertThat(during.announced()).isGreaterThanOrEqualTo(before.announced());
      cut.thaw();
      cluster.leader("harrier-" + NAME).kill();

      assertThat(one.waitFor()).as(said("one")).isLessThan(2);
      assertThat(two.waitFor()).as(said("two")).isLessThan(2);
      State after = state(looking, address);
      assertThat(after.executions()).as("each counts once").isEqualTo(2L * PER_TEST);
      assertThat(after.announced()).isEqualTo(2);
    }
  }

  /** The server's limit stands for its disk: ballast fills it, and whoever makes room goes on. */
  @Test
  void aFullStoreIsASentenceAndNothingIsLost() throws Exception {
    Path config =
        Files.writeString(directory.resolve("js.conf"), "jetstream { max_file_store: 64M }\n");
    try (NatsServer server =
        NatsServer.start(directory.resolve("server"), "-c", config.toString(), "-js")) {
      String address = server.address("", NAME);
      Path looking = clone("looking");
      Process one = worker("one", address);
      while (state(looking, address).executions() == 0) {
        assertThat(one.isAlive()).as(said("one")).isTrue();
      }
      Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
      fill(connection);
      assertThat(one.waitFor()).as(said("one")).isEqualTo(4);
      assertThat(said("one")).contains("has no room left").doesNotContain("\tat ");
      State full = state(looking, address);
      connection.jetStreamManagement().deleteStream("ballast");
      connection.close();
      Result two = new HarrierProcess(clone("two")).run(fuzz(address));
      assertThat(two.status()).as(two.toString()).isLessThan(2);
      State after = state(looking, address);
      assertThat(after.executions()).as("each counts once").isEqualTo(2L * PER_TEST);
      assertThat(after.announced()).isGreaterThanOrEqualTo(full.announced());
    }
  }

  /** A file of somebody else's fills it. */
  @Test
  void aDiskThatIsFullIsASentenceAndNothingIsLost() throws Exception {
    try (SmallDisk disk = SmallDisk.at(directory.resolve("server").resolve("jetstream"), "24m");
        NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      Path looking = clone("looking");
      Process one = start("one", endless(address));
      while (state(looking, address).executions() == 0) {
        assertThat(one.isAlive()).as(said("one")).isTrue();
      }
      do {
        disk.fill(); // The server gives back what it no longer needs.
      } while (!one.waitFor(100, TimeUnit.MILLISECONDS));
      assertThat(one.waitFor()).as(said("one")).isEqualTo(4);
      assertThat(said("one")).contains("has no room left").doesNotContain("\tat ");
      for (String[] words :
          List.of(
              new String[] {"campaign", "status", address}, fuzz(server.address("", "another")))) {
        Result refused = new HarrierProcess(looking).run(words);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(4);
        assertThat(refused.err()).contains("has no room left");
      }

      disk.makeRoom();
      server.crash();
      State full = state(looking, address);
      assertThat(full.executions()).isPositive();
      Result two = new HarrierProcess(clone("two")).run(endless(address));
      assertThat(two.status()).as(two.toString()).isLessThan(2);
      State after = state(looking, address);
      assertThat(after.executions()).isGreaterThan(full.executions());
      Result three = new HarrierProcess(clone("three")).run(endless(address));
      assertThat(three.status()).as(three.toString()).isLessThan(2);
      assertThat(state(looking, address).announced())
          .as("what the first or the second one found is confirmed")
          .isEqualTo(2);
    }
  }

  /** It has findings of its turn when the server is gone, and announces them when it is back. */
  @Test
  void aWorkerOutwaitsAServerThatIsGoneForMoreThanAMinute() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      Path looking = clone("looking");
      Process one = worker("one", address);
      while (state(looking, address).executions() == 0) {
        assertThat(one.isAlive()).as(said("one")).isTrue();
      }
      server.kill();
      Thread.sleep(75_000);
      assertThat(one.isAlive()).as(said("one")).isTrue();
      server.restart();
      assertThat(one.waitFor()).as(said("one")).isEqualTo(1);
      assertThat(state(looking, address)).isEqualTo(new State(2L * PER_TEST, 0));
      Result two = new HarrierProcess(clone("two")).run(fuzz(address));
      assertThat(two.status()).as("it confirms: " + two).isEqualTo(0);
      assertThat(state(looking, address)).isEqualTo(new State(2L * PER_TEST, 2));
    }
  }

  @Test
  void whatAWorkerFoundIsReportedIfTheServerNeverComesBack() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      Path looking = clone("looking");
      Process one = start("one", endless(address));
      while (state(looking, address).executions() == 0) {
        assertThat(one.isAlive()).as(said("one")).isTrue();
      }
      server.kill();
      assertThat(one.waitFor()).as(said("one")).isEqualTo(4);
      assertThat(said("one"))
          .contains("global-deadlock: ", "can't go on here", "what was found here is above")
          .doesNotContain("\tat ");
    }
  }

  /** Only the server's clock counts: a worker is more than a year ahead. */
  @Test
  void clocksMayDiffer() throws Exception {
    Path library = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    Assumptions.assumeTrue(Files.exists(library), "this needs the package faketime");
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      Process ahead =
          new HarrierProcess(clone("ahead"))
              .with("LD_PRELOAD", library.toString())
              .with("FAKETIME", "+400d")
              .with("FAKETIME_DONT_FAKE_MONOTONIC", "1")
              .start(directory.resolve("ahead.out"), directory.resolve("ahead.err"), fuzz(address));
      Process now = worker("now", address);
      assertThat(ahead.waitFor()).as(said("ahead")).isLessThan(2);
      assertThat(now.waitFor()).as(said("now")).isLessThan(2);
      assertThat(state(clone("looking"), address)).isEqualTo(new State(2L * PER_TEST, 2));
    }
  }

  private static void fill(Connection connection) throws Exception {
    connection
        .jetStreamManagement()
        .addStream(StreamConfiguration.builder().name("ballast").subjects("ballast").build());
    try {
      for (int size = 512 << 10; size > 0; ) {
        try {
          connection.jetStream().publish("ballast", new byte[size]);
        } catch (JetStreamApiException e) {
          size /= 2;
        }
      }
    } catch (IOException e) {
      // It no longer answers: full.
    }
  }

  @Test
  void aServerThatIsTooOldIsASentence() throws Exception {
    try (NatsServer server =
        NatsServer.start(
            "v2.8.4", directory.resolve("server"), NatsServer.freePort(), List.of("-js"))) {
      Result result = new HarrierProcess(clone("one")).run(fuzz(server.address("", NAME)));
      assertThat(result.status()).as(result.toString()).isEqualTo(2);
      assertThat(result.err()).contains("is of version 2.8.4", "2.10");
    }
  }

  @Test
  void anOtherSupportedServerCarriesACampaign() throws Exception {
    try (NatsServer server =
        NatsServer.start(
            "v2.10.29", directory.resolve("server"), NatsServer.freePort(), List.of("-js"))) {
      String address = server.address("", NAME);
      Result result = new HarrierProcess(clone("one")).run(fuzz(address));
      assertThat(result.status()).as(result.toString()).isLessThan(2);
      assertThat(state(clone("looking"), address).executions()).isEqualTo(2L * PER_TEST);
    }
  }
}
