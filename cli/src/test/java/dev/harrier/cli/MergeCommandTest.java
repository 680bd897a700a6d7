package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.base.file.Trees;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explorations in parts, each in a clone of its own, and what they find together. */
final class MergeCommandTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs", "fuzz").toAbsolutePath().normalize();

  private static final List<String> PACKAGES = List.of("oppositelocks", "timeoutfirst");

  @TempDir private Path directory;

  private Path clone(String name) throws IOException {
    Path clone = directory.resolve(name);
    Files.createDirectories(clone);
    Files.copy(PROGRAMS.resolve("go.mod"), clone.resolve("go.mod"));
    for (String one : PACKAGES) {
      try (Stream<Path> files = Files.walk(PROGRAMS.resolve(one))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
          Path target = clone.resolve(PROGRAMS.relativize(file).toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
    return clone;
  }

  private static Result fuzz(Path clone, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "fuzz", "--per-test", "12", "--time", "10m", "--workers", "1", "--races", "off"));
    words.addAll(List.of(more));
    words.add("./...");
    return new HarrierProcess(clone).call(words.toArray(String[]::new));
  }

  private static List<String> findings(Path clone) throws Exception {
    RunReport report = new RunStore(clone.resolve(".harrier"), clone).latest();
    return report.findings().stream().map(MergeCommandTest::described).sorted().toList();
  }

  private static String described(Finding f) {
    return "%s %s %s %s %s"
        .formatted(
            f.fingerprint(),
            f.strength(),
            f.test(),
            f.witness().schedule(),
            f.witness().reproduction());
  }

  @Test
  void partsTogetherFindWhatOneExplorationOfTheSameSeedFinds() throws Exception {
    Path whole = clone("whole");
    assertThat(fuzz(whole).status()).isEqualTo(1);
    List<String> parts = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      Path clone = clone("part" + number);
      Result result = fuzz(clone, "--shard", number + "/3");
      assertThat(result.status()).as(result.toString()).isIn(0, 1);
      parts.add(clone.resolve(".harrier").toString());
    }
    Path together = clone("together");
    Result merged = merge(together, parts);

    assertThat(merged.status()).as(merged.toString()).isEqualTo(1);
    assertThat(merged.out()).doesNotContain("incomplete", "shard 1/3");
    assertThat(findings(together)).isNotEmpty().isEqualTo(findings(whole));
    assertThat(corpus(together)).isEqualTo(corpus(whole));

    theSameAgainChangesNothing(together, parts);
    aShardThatDiedIsNotReplacedByAnOlderRun(together, parts);
    whatIsMissingIsReported(parts);
    whatIsSilencedStaysSilenced(parts);
    otherSourcesAreRefused(parts);
    filesOfThisMachineAreNotPublished(parts);

    Result goesOn =
        new HarrierProcess(together).call("fuzz", "--execs", "1", "./oppositelocks/bug");
    assertThat(goesOn.status()).as("the schedule is tried first: " + goesOn).isEqualTo(1);
  }

  private static Result merge(Path clone, List<String> directories) throws Exception {
    List<String> words = new ArrayList<>(List.of("merge"));
    words.addAll(directories);
    return new HarrierProcess(clone).call(words.toArray(String[]::new));
  }

  /** How far each target is, and the schedules, in whatever order. */
  private static List<String> corpus(Path clone) throws IOException {
    return Files.readString(clone.resolve(".harrier/fuzz/corpus"))
        .lines()
        .filter(line -> line.contains("\"executions\":12") || line.contains("harrier2"))
        .distinct()
        .sorted()
        .toList();
  }

  private static void theSameAgainChangesNothing(Path together, List<String> parts)
      throws Exception {
    List<String> before = findings(together);
    List<String> corpus = corpus(together);
    assertThat(merge(together, parts).status()).isEqualTo(1);
    assertThat(corpus(together)).isEqualTo(corpus);
    assertThat(findings(together)).isEqualTo(before);
  }

  private void whatIsMissingIsReported(List<String> parts) throws Exception {
    Path fewer = clone("fewer");
    Result merged = merge(fewer, parts.subList(0, 2));
    assertThat(merged.status()).as(merged.toString()).isEqualTo(4);
    assertThat(merged.out()).contains("incomplete: shard 3/3 is missing").contains("1 shard lost");
    List<String> asked = new ArrayList<>(List.of("--allow-missing", "--fail-on", "never"));
    asked.addAll(parts.subList(0, 2));
    Result accepted = merge(fewer, asked);
    assertThat(accepted.status()).as(accepted.toString()).isEqualTo(0);
    assertThat(accepted.out()).contains("incomplete: shard 3/3 is missing");
  }

  /** As a machine leaves it that was killed, and whose store was restored from another day. */
  private void aShardThatDiedIsNotReplacedByAnOlderRun(Path together, List<String> parts)
      throws Exception {
    Path whole = Path.of(parts.getFirst());
    Path dead = directory.resolve("dead/.harrier");
    copy(whole, dead);
    Path run = onlyRun(dead);
    String text = Files.readString(run.resolve("run.json"));
    String started =
        JsonParser.parseString(text)
            .getAsJsonObject()
            .getAsJsonObject("run")
            .get("started")
            .getAsString();
    Files.move(run.resolve("findings.json"), run.resolve("found.json"));
    JsonObject document = JsonParser.parseString(text).getAsJsonObject();
    document.getAsJsonObject("run").remove("ending");
    document.getAsJsonObject("run").addProperty("pid", 0);
    Files.writeString(run.resolve("run.json"), document.toString());
    Path older = dead.resolve("runs/20200101-000000-1");
    copy(onlyRun(whole), older);
    List<String> sources = new ArrayList<>(parts.subList(1, parts.size()));
    sources.addFirst(dead.toString());

    Result merged = merge(clone("without"), sources);

    assertThat(merged.status()).as(merged.toString()).isEqualTo(4);
    assertThat(merged.out()).contains("shard 1/3 of ").contains(" did not end; what it had found");
    assertThat(findings(directory.resolve("without"))).isEqualTo(findings(together));

    Trees.delete(run);
    Files.writeString(
        older.resolve("run.json"),
        text.replace(started, Instant.parse(started).minus(Duration.ofDays(1)).toString()));
    Result yesterday = merge(clone("yesterday"), sources);
    assertThat(yesterday.status()).as(yesterday.toString()).isEqualTo(4);
    assertThat(yesterday.out())
        .contains("is of another exploration; what it found is not in this report")
        .contains("shard 1/3 is missing");
  }

  private static Path onlyRun(Path store) throws Exception {
    RunStore runs = new RunStore(store, store);
    return runs.directory(runs.list().getFirst()).path();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private void whatIsSilencedStaysSilenced(List<String> parts) throws Exception {
    Path clone = clone("silent");
    StringBuilder silenced = new StringBuilder();
    for (String rule : List.of("global-deadlock", "goroutine-leak")) {
      silenced.append("[[ignore]]\nrule = \"%s\"\nreason = \"known\"\n".formatted(rule));
    }
    Files.writeString(clone.resolve(".harrier.toml"), silenced);
    Result merged = merge(clone, parts);
    assertThat(merged.status()).as(merged.toString()).isEqualTo(0);
    assertThat(merged.out()).containsPattern("\\d+ findings? (is|are) silenced");
  }

  /** A shard is what somebody sent; its findings name what they please. */
  private void filesOfThisMachineAreNotPublished(List<String> parts) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret.go"), "package hunter2\n".repeat(99));
    for (String named : List.of("/proc/self/environ", secret.toString(), "../secret.go")) {
      List<String> hostile = new ArrayList<>(List.of("--format", "html"));
      for (String part : parts) {
        Path copy = directory.resolve("hostile" + hostile.size());
        Trees.delete(copy);
        copy(Path.of(part), copy);
        Path findings = onlyRun(copy).resolve("findings.json");
        Files.writeString(
            findings,
            Files.readString(findings)
                .replaceAll("\"file\":\\s*\"[^\"]*_test.go\"", "\"file\":\"" + named + "\""));
        Trees.delete(onlyRun(copy).resolve("lines.json"));
        hostile.add(copy.toString());
      }
      Path clone = directory.resolve("publishing");
      Trees.delete(clone);
      Result page = merge(clone("publishing"), hostile);
      assertThat(page.status()).as(page.toString()).isEqualTo(1);
      assertThat(page.out())
          .contains("<html", named)
          .doesNotContain("PATH=")
          .doesNotContain("package hunter2");
    }
  }

  private void otherSourcesAreRefused(List<String> parts) throws Exception {
    Path kept = directory.resolve("changed");
    Files.createDirectories(kept);
    String text = Files.readString(Path.of(parts.getFirst(), "fuzz", "corpus"));
    Files.writeString(
        kept.resolve("corpus"), text.replaceAll("\"code\":\"[0-9a-f]+\"", "\"code\":\"00\""));
    Result refused = merge(clone("refusing"), List.of(parts.getFirst(), kept.toString()));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("are of different sources of ");

    Path other = GoModule.at(directory.resolve("other")).root();
    Result foreign = merge(other, parts);
    assertThat(foreign.status()).isEqualTo(2);
    assertThat(foreign.err()).contains(" is of another module: ");
  }

  @Test
  void badInputIsASentence() throws Exception {
    GoModule.at(directory);
    Files.createDirectories(directory.resolve("empty"));
    Files.createDirectories(directory.resolve("damaged"));
    Files.writeString(directory.resolve("damaged/run.json"), "{}");
    Files.createDirectories(directory.resolve("foreign"));
    Files.writeString(directory.resolve("foreign/corpus"), "harrier corpus 99\n");
    Files.createDirectories(directory.resolve("endless/runs"));
    Path kept = Files.createDirectories(directory.resolve("endless/fuzz"));
    Files.createSymbolicLink(kept.resolve("corpus"), Path.of("/dev/zero"));
    Files.createDirectories(directory.resolve("headless/runs/20260101-000000-1"));
    for (String[] bad :
        new String[][] {
          {"merge"},
          {"merge", "nowhere"},
          {"merge", "go.mod"},
          {"merge", "empty"},
          {"merge", "damaged"},
          {"merge", "foreign"},
          {"merge", "endless"},
          {"merge", "headless"},
          {"fuzz", "--shard", "0/3"},
          {"fuzz", "--shard", "4/3"},
          {"fuzz", "--shard", "three"}
        }) {
      Result result = new HarrierProcess(directory).call(bad);
      assertThat(result.status()).as(result.toString()).isEqualTo(2);
      assertThat(result.err()).startsWith("harrier: ").doesNotContain("\tat ", "java.");
    }
    assertThat(Files.exists(directory.resolve(".harrier"))).isFalse();
  }
}
