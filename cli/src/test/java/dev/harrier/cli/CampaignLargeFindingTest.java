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

  /** Deadlocks once the file is there, deep in functions with a long name. */
  private static final String TEST =
      """
      package m

      import (
      	"os"
      	"sync"
      	"testing"
      )

      func NAME(depth int, mu *sync.Mutex) {
      	if depth > 0 {
      		NAME(depth-1, mu)
      		return
      	}
      	mu.Lock()
      	mu.Unlock()
      }

      func TestMany(t *testing.T) {
      	if _, err := os.Stat("now"); err != nil {
      		return
      	}
      	var mu sync.Mutex
      	var wg sync.WaitGroup
      	mu.Lock()
      	for range 20 {
      		wg.Go(func() { NAME(20, &mu) })
      	}
      	wg.Wait()
      }
      """
          .replace("NAME", "deep".repeat(500));

  @TempDir private Path directory;

  private Path clone(String name) throws Exception {
    return GoModule.at(directory.resolve(name)).file("m_test.go", TEST).root();
  }

  private static String[] fuzz(String address, String time) {
    return new String[] {
      "fuzz",
      "--campaign",
      address,
      "--per-test",
      "1000000",
      "--time",
      time,
      "--workers",
      "1",
      "--races",
      "off",
      "--minimise",
      "0"
    };
  }

  @Test
  void aLargeFindingThatFindsNoRoomIsASentenceAndIsAnnouncedLater() throws Exception {
    Path config =
        Files.writeString(directory.resolve("js.conf"), "jetstream { max_file_store: 64M }\n");
    try (NatsServer server =
        NatsServer.start(directory.resolve("server"), "-c", config.toString(), "-js")) {
      Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
      String address = server.address("", NAME);
      Path one = clone("one");
      Process worker =
          new HarrierProcess(one)
              .start(
                  directory.resolve("one.out"), directory.resolve("one.err"), fuzz(address, "5m"));
      while (!status(one, address).matches("(?s).*: [1-9][\\d,]* executions.*")) {
        assertThat(worker.isAlive()).as(said("one")).isTrue();
      }
      fillBut256K(connection);
      Files.createFile(one.resolve("now"));
      assertThat(worker.waitFor(4, TimeUnit.MINUTES)).as(said("one")).isTrue();
      assertThat(worker.exitValue()).as(said("one")).isEqualTo(4);
      assertThat(said("one"))
          .contains("global-deadlock: ", "has no room left", "what was found here is above")
          .doesNotContain("\tat ");

      connection.jetStreamManagement().deleteStream("ballast");
      connection.close();
      for (String name : List.of("two", "three")) {
        Path clone = clone(name);
        Files.createFile(clone.resolve("now"));
        Result result = new HarrierProcess(clone).run(fuzz(address, "40s"));
        assertThat(result.status()).as(result.toString()).isLessThan(2);
      }
      assertThat(status(one, address))
          .containsPattern("findings: [1-9]\\d* announced, 0 to be confirmed");
      Result report = new HarrierProcess(one).run("campaign", "report", address);
      assertThat(report.out()).contains("global-deadlock: ");
    }
  }

  private static String status(Path clone, String address) throws Exception {
    return new HarrierProcess(clone).run("campaign", "status", address).out();
  }

  private String said(String name) throws Exception {
    return Files.readString(directory.resolve(name + ".out"))
        + Files.readString(directory.resolve(name + ".err"));
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
