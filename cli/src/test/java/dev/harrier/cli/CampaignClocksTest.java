package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern STATUS =
      Pattern.compile("campaign \\S+: ([\\d,]+) executions.* ([\\d,]+) announced");
  private static final int PER_TEST = 3000;
  private static final String NAME = "clocks";

  @TempDir private Path directory;

  private Path clone(String name) throws Exception {
    return GoModule.at(directory.resolve(name)).file("m_test.go", CampaignFaultsTest.TESTS).root();
  }

  private Process worker(String name, String address) throws Exception {
    return new HarrierProcess(clone(name))
        .start(
            directory.resolve(name + ".out"),
            directory.resolve(name + ".err"),
            "fuzz",
            "--campaign",
            address,
            "--per-test",
            "" + PER_TEST,
            "--time",
            "6m",
            "--workers",
            "1",
            "--races",
            "off");
  }

  private String said(String name) throws Exception {
    return Files.readString(directory.resolve(name + ".out"))
        + Files.readString(directory.resolve(name + ".err"));
  }

  private record State(long executions, long announced) {}

  private static State state(Path clone, String address) throws Exception {
    Matcher state =
        STATUS.matcher(new HarrierProcess(clone).run("campaign", "status", address).out());
    return state.find()
        ? new State(number(state.group(1)), number(state.group(2)))
        : new State(0, 0);
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** Two days ahead, and two days late; it dies while it leads, and a worker with it. */
  @ParameterizedTest
  @ValueSource(ints = {2, -2})
  void aServerHasAnotherTime(int days) throws Exception {
    try (NatsCluster cluster =
        NatsCluster.start(directory.resolve("cluster"), Duration.ofDays(days))) {
      String address = cluster.address(NAME);
      Path looking = clone("looking");
      Process killed = worker("killed", address);
      Process one = worker("one", address);
      Process two = worker("two", address);
      State before = state(looking, address);
      while (before.announced() == 0) {
        assertThat(one.isAlive() && two.isAlive()).as(said("one") + said("two")).isTrue();
        before = state(looking, address);
      }
      cluster.lead(0, "harrier-" + NAME, "explore");
      Thread.sleep(10_000); // Each worker has a turn from it.
      killed.destroyForcibly().waitFor();
      cluster.server(0).kill();
      State during = state(looking, address);
      while (during.executions() == 0) { // Until another server leads.
        assertThat(one.isAlive() || two.isAlive()).as(said("one") + said("two")).isTrue();
        during = state(looking, address);
      }
      assertThat(during.announced()).isGreaterThanOrEqualTo(before.announced());
      cluster.server(0).restart();

      assertThat(one.waitFor()).as(said("one")).isLessThan(2);
      assertThat(two.waitFor()).as(said("two")).isLessThan(2);
      assertThat(state(looking, address))
          .as("each execution counts once, and nothing is lost")
          .isEqualTo(new State(2L * PER_TEST, 2));
    }
  }
}
