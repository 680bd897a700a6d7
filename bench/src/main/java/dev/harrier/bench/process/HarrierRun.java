package dev.harrier.bench.process;

import dev.harrier.bench.process.Standing.Frame;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunRecord;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One {@code harrier test} or {@code harrier fuzz}.
 *
 * @param result what it and {@code go test} printed
 * @param record what was stored about the run
 */
public record HarrierRun(Command.Result result, RunRecord record, List<Finding> findings) {
  private static final String RUNTIME = "runtime.";

  public HarrierRun {
    findings = List.copyOf(findings);
  }

  /** Runs {@code harrier test} in {@code module}. */
  public static HarrierRun test(Path module, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return run("test", Command.in(module).with(environment), arguments);
  }

  /**
   * Runs {@code harrier fuzz} in {@code module}.
   *
   * @param limit after which it is ended
   */
  public static HarrierRun fuzz(Path module, Duration limit, String... arguments)
      throws IOException, InterruptedException {
    return run("fuzz", Command.in(module).within(limit), arguments);
  }

  /** Runs {@code harrier} as {@code how} says, which has no words. */
  private static HarrierRun run(String name, Command how, String... arguments)
      throws IOException, InterruptedException {
    Path report = Files.createTempFile("bench", ".json");
    try {
      Files.delete(report);
      List<String> words =
          new ArrayList<>(List.of(launcher().toString(), name, "--format=json", "--out=" + report));
      words.addAll(Arrays.asList(arguments));
      Command command = new Command(words, how.directory(), how.environment(), how.limit());
      Command.Result result = command.run();
      if (!Files.exists(report)) {
        throw new IOException("harrier wrote no report:\n" + result.output());
      }
      try (Reader run = Files.newBufferedReader(report);
          Reader found = Files.newBufferedReader(report)) {
        return new HarrierRun(
            result, JsonDocuments.readRun(run), JsonDocuments.readFindings(found, how.directory()));
      } catch (MalformedJsonException e) {
        throw new IOException(e);
      }
    } finally {
      Files.deleteIfExists(report);
    }
  }

  private static final Set<Participant.Part> STUCK =
      Set.of(
          Participant.Part.STUCK,
          Participant.Part.IN_THE_CYCLE,
          Participant.Part.STUCK_BEHIND,
          Participant.Part.STUCK_WITH);

  /** The launcher of this clone, which {@code bench/run} names. */
  public static Path launcher() {
    return Path.of(System.getProperty("harrier.launcher", "harrier"));
  }

  /** The rules of what did not happen in this run, but could. */
  public List<String> predicted() {
    return findings.stream()
        .filter(f -> f.strength() == Strength.PREDICTED)
        .map(f -> f.rule().id())
        .distinct()
        .toList();
  }

  /** The goroutines that the findings prove to be stuck, alone or with others. */
  public List<Standing> stuck() {
    List<Standing> stuck = new ArrayList<>();
    for (Finding finding : findings) {
      if (finding.strength() != Strength.OBSERVED) {
        continue;
      }
      boolean collected = finding.explanation().evidence().contains(new Evidence.Unreachable());
      finding.participants().stream()
          .filter(g -> STUCK.contains(g.part()))
          .map(g -> standing(g, collected))
          .forEach(stuck::add);
    }
    return stuck;
  }

  private static Standing standing(Participant participant, boolean collected) {
    List<Frame> frames =
        participant.stack().frames().stream()
            .filter(s -> !s.function().startsWith(RUNTIME))
            .map(s -> new Frame(s.function(), Path.of(s.file()), s.line()))
            .toList();
    return new Standing(
        participant.id().value(), state(participant.condition()), collected, frames);
  }

  private static String state(Participant.Condition condition) {
    return condition instanceof Participant.Condition.Blocked blocked
        ? blocked.reason().words()
        : "";
  }
}
