package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.CampaignWorkers.State;
import dev.harrier.cli.HarrierProcess.Result;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of a campaign when servers fail, and what is said of those that it can't use. It
 * takes minutes, so {@code bench/campaign-faults.sh} runs it, not {@code ./verify}.
 */
@EnabledIfSystemProperty(named = "harrier.faults", matches = "true")
final class CampaignFaultsTest {
  private static final int PER_TEST = 150;

  /** More than are run while a test lasts. */
  private static final int ENDLESS = 1_000_000;

  private static final String NAME = "faults";

  @TempDir private Path directory;
  private CampaignWorkers workers;

  @BeforeEach
  void begin() {
    workers = new CampaignWorkers(directory, CampaignWorkers.TESTS);
  }

  @AfterEach
  void end() {
    workers.close();
  }

  private static String[] fuzz(String address) {
    return CampaignWorkers.fuzz(address, PER_TEST, "4m");
  }

  private static String[] endless(String address) {
    return CampaignWorkers.fuzz(address, ENDLESS, "20s");
  }

  /**
   * A partition is distinguished from a slow server only by time: the frozen one is given up after
   * that.
   */
  @Test
  void aLeaderIsCutOffAndTheNextOneIsKilled() throws Exception {
    long perTest = 1500; // The workers are at work all the time.
    try (NatsCluster cluster = NatsCluster.start(directory.resolve("cluster"))) {
      String address = cluster.address(NAME);
      workers.start("one", CampaignWorkers.fuzz(address, perTest, "8m"));
      workers.start("two", CampaignWorkers.fuzz(address, perTest, "8m"));
      State before = workers.awaitState(address, state -> state.announced() > 0);
      NatsServer cut = cluster.leader("harrier-" + NAME);
      cut.freeze();
      State during = workers.state(address);
      assertThat(during.announced()).isGreaterThanOrEqualTo(before.announced());
      NatsServer next = cluster.leaderBeside(cut, "harrier-" + NAME);
      cut.thaw();
      next.kill();
      State killed = workers.state(address);
      assertThat(killed.executions()).isBetween(during.executions(), 2 * perTest - 1);

      workers.endWell("one", "two");
      assertThat(workers.state(address))
          .as("each counts once, and nothing is lost")
          .isEqualTo(new State(2 * perTest, 2));
    }
  }

  /** Two of three are gone: a command waits for a minute, and says what it would take. */
  @Test
  void aClusterThatCanHaveNoLeaderIsASentence() throws Exception {
    try (NatsCluster cluster = NatsCluster.start(directory.resolve("cluster"))) {
      cluster.leaveAFollower();
      Result status = workers.run("one", "campaign", "status", cluster.address(NAME));
      assertThat(status.status()).as(status.toString()).isEqualTo(2);
      assertThat(status.err())
          .contains("trying again for up to", "more than half of the servers must run")
          .doesNotContain("\tat ");
    }
  }

  /** The server's limit stands for its disk: ballast fills it, and whoever makes room continues. */
  @Test
  void aFullStoreIsASentenceAndNothingIsLost() throws Exception {
    Path config =
        Files.writeString(directory.resolve("js.conf"), "jetstream { max_file_store: 64M }\n");
    try (NatsServer server =
        NatsServer.start(directory.resolve("server"), "-c", config.toString(), "-js")) {
      String address = server.address("", NAME);
      workers.start("one", fuzz(address));
      workers.awaitState(address, state -> state.executions() > 0);
      Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
      fill(connection);
      workers.endsForLackOf("has no room left", "one");
      State full = workers.state(address);
      connection.jetStreamManagement().deleteStream("ballast");
      connection.close();
      Result two = workers.run("two", fuzz(address));
      assertThat(two.status()).as(two.toString()).isLessThan(2);
      State after = workers.state(address);
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
      Process one = workers.start("one", endless(address));
      workers.awaitState(address, state -> state.executions() > 0);
      do {
        disk.fill(); // The server gives back what it no longer needs.
      } while (!one.waitFor(100, TimeUnit.MILLISECONDS));
      workers.endsForLackOf("has no room left", "one");
      for (String[] words :
          List.of(
              new String[] {"campaign", "status", address}, fuzz(server.address("", "another")))) {
        Result refused = workers.run("looking", words);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(4);
        assertThat(refused.err()).contains("has no room left");
      }

      disk.makeRoom();
      server.crash();
      State full = workers.state(address);
      assertThat(full.executions()).isPositive();
      Result two = workers.run("two", endless(address));
      assertThat(two.status()).as(two.toString()).isLessThan(2);
      State after = workers.state(address);
      assertThat(after.executions()).isGreaterThan(full.executions());
      Result three = workers.run("three", endless(address));
      assertThat(three.status()).as(three.toString()).isLessThan(2);
      assertThat(workers.state(address).announced())
          .as("what the first or the second one found is confirmed")
          .isEqualTo(2);
    }
  }

  /** It has findings of its turn when the server is gone, and announces them when it is back. */
  @Test
  void aWorkerOutwaitsAServerThatIsGoneForMoreThanAMinute() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      Process one = workers.start("one", fuzz(address));
      workers.awaitState(address, state -> state.executions() > 0);
      server.kill();
      Thread.sleep(75_000);
      assertThat(one.isAlive()).as(workers.said("one")).isTrue();
      server.restart();
      assertThat(one.waitFor()).as(workers.said("one")).isEqualTo(1);
      assertThat(workers.state(address)).isEqualTo(new State(2L * PER_TEST, 0));
      Result two = workers.run("two", fuzz(address));
      assertThat(two.status()).as("it confirms: " + two).isEqualTo(0);
      assertThat(workers.state(address)).isEqualTo(new State(2L * PER_TEST, 2));
    }
  }

  @Test
  void whatAWorkerFoundIsReportedIfTheServerNeverComesBack() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      workers.start("one", endless(address));
      workers.awaitState(address, state -> state.executions() > 0);
      server.kill();
      workers.endsForLackOf("can't continue here", "one");
      assertThat(workers.said("one")).contains("global-deadlock: ", "what was found here is above");
    }
  }

  /** Only the server's clock counts: a worker is more than a year ahead. */
  @Test
  void clocksMayDiffer() throws Exception {
    Path library = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    Assumptions.assumeTrue(Files.exists(library), "this needs the package faketime");
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", NAME);
      HarrierProcess ahead =
          new HarrierProcess(workers.clone("ahead"))
              .with("LD_PRELOAD", library.toString())
              .with("FAKETIME", "+400d")
              .with("FAKETIME_DONT_FAKE_MONOTONIC", "1");
      workers.start("ahead", ahead, fuzz(address));
      workers.start("now", fuzz(address));
      workers.endWell("ahead", "now");
      assertThat(workers.state(address)).isEqualTo(new State(2L * PER_TEST, 2));
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
      Result result = workers.run("one", fuzz(server.address("", NAME)));
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
      Result result = workers.run("one", fuzz(address));
      assertThat(result.status()).as(result.toString()).isLessThan(2);
      assertThat(workers.state(address).executions()).isEqualTo(2L * PER_TEST);
    }
  }
}
