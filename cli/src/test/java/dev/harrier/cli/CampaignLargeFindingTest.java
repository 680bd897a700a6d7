package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A finding that needs more room than its server has left, though what else is written there does
 * not. {@code bench/campaign-faults.sh} runs it.
 */
@EnabledIfSystemProperty(named = "harrier.faults", matches = "true")
final class CampaignLargeFindingTest {
  private static final String NAME = "large";

  /** More than are run while a test lasts. */
  private static final int ENDLESS = 1_000_000;

  /** Deadlocks once the file is there. */
  private static final String TEST =
      CampaignWorkers.LARGE
          .replace("\"sync\"", "\"os\"\n\t\"sync\"")
          .replace(
              "testing.T) {\n",
              """
              testing.T) {
              	if _, err := os.Stat("now"); err != nil {
              		return
              	}
              """);

  @TempDir private Path directory;

  private static String[] fuzz(String address, String time) {
    return CampaignWorkers.fuzz(address, ENDLESS, time, "--minimize", "0");
  }

  @Test
  void aLargeFindingThatFindsNoRoomIsASentenceAndIsAnnouncedLater() throws Exception {
    Path config =
        Files.writeString(directory.resolve("js.conf"), "jetstream { max_file_store: 64M }\n");
    try (NatsServer server =
            NatsServer.start(directory.resolve("server"), "-c", config.toString(), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, TEST)) {
      Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
      String address = server.address("", NAME);
      Process worker = workers.start("one", fuzz(address, "5m"));
      workers.awaitState(address, state -> state.executions() > 0);
      fillBut256K(connection);
      Files.createFile(directory.resolve("one").resolve("now"));
      assertThat(worker.waitFor(4, TimeUnit.MINUTES)).as(workers.said("one")).isTrue();
      workers.endsForLackOf("has no room left", "one");
      assertThat(workers.said("one")).contains("global-deadlock: ", "what was found here is above");

      connection.jetStreamManagement().deleteStream("ballast");
      connection.close();
      for (String name : List.of("two", "three")) {
        Path clone = workers.clone(name);
        Files.createFile(clone.resolve("now"));
        Result result = new HarrierProcess(clone).run(fuzz(address, "40s"));
        assertThat(result.status()).as(result.toString()).isLessThan(2);
      }
      Result status = workers.run("looking", "campaign", "status", address);
      assertThat(status.out()).containsPattern("findings: [1-9]\\d* announced, 0 to be confirmed");
      Result report = workers.run("looking", "campaign", "report", address);
      assertThat(report.out()).contains("global-deadlock: ");
    }
  }

  private static void fillBut256K(Connection connection) throws Exception {
    connection
        .jetStreamManagement()
        .addStream(StreamConfiguration.builder().name("ballast").subjects("ballast").build());
    try {
      while (true) {
        connection.jetStream().publish("ballast", new byte[256 << 10]);
      }
    } catch (JetStreamApiException e) {
      // Full, but for less than that.
    }
  }
}
