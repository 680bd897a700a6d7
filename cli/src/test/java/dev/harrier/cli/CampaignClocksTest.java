package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.CampaignWorkers.State;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a campaign on three servers of which one has another time. Lifetimes of entries,
 * redeliveries and the recognition of what is published twice are by the clock of whichever server
 * leads, and what one wrote the next may take for days old, or for not yet written. It takes
 * minutes, so {@code bench/campaign-faults.sh} runs it, not {@code ./verify}.
 */
@EnabledIfSystemProperty(named = "harrier.faults", matches = "true")
final class CampaignClocksTest {
  private static final int PER_TEST = 3000;
  private static final String NAME = "clocks";

  @TempDir private Path directory;

  /** Two days ahead, and two days late; it dies while it leads, and a worker with it. */
  @ParameterizedTest
  @ValueSource(ints = {2, -2})
  void aServerHasAnotherTime(int days) throws Exception {
    try (NatsCluster cluster =
            NatsCluster.start(directory.resolve("cluster"), Duration.ofDays(days));
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.TESTS)) {
      String address = cluster.address(NAME);
      String[] fuzz = CampaignWorkers.fuzz(address, PER_TEST, "6m");
      Process killed = workers.start("killed", fuzz);
      workers.start("one", fuzz);
      workers.start("two", fuzz);
      State before = workers.awaitState(address, state -> state.announced() > 0);
      cluster.lead(0, "harrier-" + NAME, "explore");
      Thread.sleep(10_000); // Each worker has a turn from it.
      killed.destroyForcibly().waitFor();
      cluster.server(0).kill();
      State during = workers.state(address); // Another server leads.
      assertThat(during.executions()).isGreaterThanOrEqualTo(before.executions());
      assertThat(during.announced()).isGreaterThanOrEqualTo(before.announced());
      cluster.server(0).restart();

      workers.endWell("one", "two");
      assertThat(workers.state(address))
          .as("each execution counts once, and nothing is lost")
          .isEqualTo(new State(2L * PER_TEST, 2));
    }
  }
}
