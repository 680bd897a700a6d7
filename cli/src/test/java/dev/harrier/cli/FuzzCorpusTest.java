package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What explorations leave for the next ones. */
final class FuzzCorpusTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  @Test
  void ordersAreKeptForTheNextExplorationOfTheSameBuild() throws Exception {
    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST);
    harrier("fuzz", "--strategy", "default", "--per-test", "10");
    try (Stream<Path> files = Files.list(directory.resolve(".harrier/fuzz/orders"))) {
      assertThat(files).singleElement().asString().endsWith(".json");
    }
    assertThat(harrier("fuzz", "--per-test", "1").out()).doesNotContain("dropped");

    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST.replace("Minute", "Hour"));
    assertThat(harrier("fuzz", "--per-test", "1").out())
        .containsPattern("[1-9]\\d* orders? of example.com/m.TestM w(as|ere) dropped");
  }

  @Test
  void reversalsAreKeptForTheNextExploration() throws Exception {
    GoModule.at(directory).test("sync", FuzzPrograms.OPPOSITE_LOCKS);
    Path kept = directory.resolve(".harrier/fuzz/reversals");
    harrier("fuzz", "--strategy", "default", "--per-test", "1");
    String first = onlyFile(kept);
    assertThat(first).contains("TestM", "\"tried\":");
    harrier("fuzz", "--strategy", "default", "--per-test", "40");
    assertThat(tries(onlyFile(kept))).isGreaterThan(tries(first));
  }

  private static String onlyFile(Path kept) throws Exception {
    try (Stream<Path> files = Files.list(kept)) {
      return Files.readString(files.toList().getFirst());
    }
  }

  private static int tries(String text) {
    return Pattern.compile("\"tried\":(\\d+)")
        .matcher(text)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }

  /** Also if earlier explorations have its schedule, which is tried first. */
  @Test
  void whatIsOnlySuspiciousIsNotTheFirstFinding() throws Exception {
    GoModule.at(directory)
        .test(
            "sync time",
            """
            guard := time.AfterFunc(time.Minute, func() { panic("too slow") })
            defer guard.Stop()
            """
                + FuzzPrograms.OPPOSITE_LOCKS);
    Result hasty = harrier("fuzz", "--strategy", "default", "--early", "512", "--per-test", "10");
    assertThat(hasty.out()).contains("test-panic: ", "(suspicious)");

    Result result = harrier("fuzz", "--per-test", "100", "--failfast");

    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("harrier: \\d findings?[ ,]")
        .contains("goroutine-leak: ");
  }

  @Test
  void howeverOftenItIsKilledTheCorpusIsWhole() throws Exception {
    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST);
    for (int i = 0; i < 4; i++) {
      Path err = directory.resolve("err");
      Process killed = new HarrierProcess(directory).start(directory.resolve("out"), err, "fuzz");
      Thread.sleep(1500 + 700 * i);
      killed.destroyForcibly().waitFor();
      assertThat(err).content().isEmpty();
    }
    assertThat(harrier("fuzz", "--execs", "5").out()).doesNotContain("damaged");
  }
}
