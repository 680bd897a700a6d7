package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.ExitStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code harrier test -reclaim}: the same findings, and a smaller process. */
final class ReclaimTest {
  private static final Pattern LEFT = Pattern.compile("left (\\d+) goroutines, (\\d+) KB");

  /** How many goroutines the suite leaks. */
  private static final int LEAKED = 183;

  /** Those of them that would leave something behind. */
  private static final int KEPT = 3;

  @TempDir private Path directory;

  static List<GoRelease> releases() throws IOException {
    return GoRelease.known();
  }

  /** What a run found, and how large its process was at the end. */
  private record Ended(Result result, Set<String> findings, int goroutines, int kilobytes) {}

  private Ended test(GoRelease go, boolean fixed, String... flags) throws Exception {
    LeakBinary.moduleOf("suite_test.go", "suite_test.go", directory);
    HarrierProcess harrier = new HarrierProcess(directory);
    go.environment().forEach(harrier::with);
    harrier.with("FIXED", fixed ? "yes" : "");
    harrier.with("RECLAIMED", flags.length == 0 ? "" : "yes");
    List<String> words = new ArrayList<>(List.of("test", "-v"));
    words.addAll(List.of(flags));
    Result result = harrier.call(words.toArray(String[]::new));
    Matcher left = LEFT.matcher(result.out());
    assertThat(left.find()).as(result.toString()).isTrue();
    return new Ended(
        result, findings(), Integer.parseInt(left.group(1)), Integer.parseInt(left.group(2)));
  }

  /** The latest run's: fingerprint, place, test, strength and how often. */
  private Set<String> findings() throws Exception {
    String json = new HarrierProcess(directory).call("report", "-format", "json").out();
    Set<String> findings = new TreeSet<>();
    for (JsonElement element :
        JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("findings")) {
      JsonObject finding = element.getAsJsonObject();
      findings.add(
          List.of("fingerprint", "rule", "strength", "location", "test", "sightings", "message")
              .stream()
              .map(field -> String.valueOf(finding.get(field)))
              .toList()
              .toString());
    }
    return findings;
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findingsAreTheSameAndTheProcessIsSmaller(GoRelease go) throws Exception {
    assumeThat(go.findsLeaks()).as(go + " is not here, or has no collector for this").isTrue();
    Ended without = test(go, false);
    Ended with = test(go, false, "-reclaim");
    assertThat(without.findings()).hasSize(7);
    assertThat(with.findings()).isEqualTo(without.findings());
    assertThat(with.result().status()).isEqualTo(without.result().status()).isEqualTo(1);
    assertThat(without.goroutines()).isBetween(LEAKED, LEAKED + 10);
    assertThat(with.goroutines()).isBetween(KEPT, KEPT + 10);
    assertThat(with.kilobytes()).isLessThan(without.kilobytes() - 100 * 64 + 1000);
    assertThat(with.result().out() + with.result().err()).doesNotContain("finalizer ran");
  }

  @ParameterizedTest
  @MethodSource("releases")
  void nothingIsReclaimedOfTheTwin(GoRelease go) throws Exception {
    assumeThat(go.findsLeaks()).as(go + " is not here, or has no collector for this").isTrue();
    Ended with = test(go, true, "-reclaim");
    assertThat(with.result().status()).as(with.result().toString()).isZero();
    assertThat(with.findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void anOlderGoIsRefused(GoRelease go) throws Exception {
    assumeThat(go.findsNoLeaks()).as(go + " can do it").isTrue();
    GoModule.at(directory).leakingTest();
    HarrierProcess harrier = new HarrierProcess(directory);
    go.environment().forEach(harrier::with);
    Result result = harrier.call("test", "-reclaim");
    assertThat(result.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(result.err().strip())
        .startsWith("harrier: -reclaim needs Go 1.26 or newer: the collector of Go 1.2")
        .hasLineCount(1);
  }

  @Test
  void fuzzHasNothingToReclaim() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = new HarrierProcess(directory).call("fuzz", "-reclaim");
    assertThat(result.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(result.err().strip())
        .startsWith("harrier: -reclaim is for harrier test:")
        .hasLineCount(1);
  }
}
