package dev.harrier.bench.modules;

import dev.harrier.bench.process.Command;
import dev.harrier.bench.process.HarrierRun;
import dev.harrier.bench.process.ModuleCopy;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunRecord;
import dev.harrier.report.words.DefectWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Runs the tests of modules natively and under Harrier and prints a row of a table for each. */
public final class ModulesBenchmark {
  private static final String STANDARD = "std/";
  private static final int AGAIN = 3;

  private ModulesBenchmark() {}

  /**
   * Runs the benchmark.
   *
   * @param args modules as {@code PATH@VERSION}, fetched by the go command, or packages of the
   *     standard library as {@code std/net/http}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.out.printf(
        "| module | packages | tests | fail natively | fail instrumented alone | processes | events |"
            + " native s | Harrier s |%n|---|---|---|---|---|---|---|---|---|%n");
    for (String argument : args) {
      if (argument.startsWith(STANDARD)) {
        Path empty = Files.createTempDirectory("module");
        Files.writeString(empty.resolve("go.mod"), "module example.com/empty\n\ngo 1.24\n");
        measure(argument, empty, argument.substring(STANDARD.length()));
      } else {
        measure(argument, ModuleCopy.fetch(argument), "./...");
      }
    }
  }

  private static void measure(String name, Path module, String pattern)
      throws IOException, InterruptedException {
    Command.Result plain = go(module, pattern);
    HarrierRun run =
        HarrierRun.test(module, Map.of(), "-json", "-short", "-vet=off", "-timeout=20m", pattern);
    TestEvents natively = TestEvents.in(plain.output());
    TestEvents traced = TestEvents.in(run.result().output());
    Set<String> alone = new TreeSet<>(traced.failed());
    alone.removeAll(natively.failed());
    RunRecord.Basis.Traces traces = traces(run.record());
    System.out.printf(
        "| %s | %d | %d | %d | %d | %d | %,d | %.1f | %.1f |%n",
        name,
        natively.packages().size(),
        natively.passed().size() + natively.failed().size(),
        natively.failed().size(),
        alone.size(),
        traces.processes(),
        traces.events(),
        plain.wall().toMillis() / 1e3,
        run.result().wall().toMillis() / 1e3);
    for (Finding f : run.findings()) {
      System.out.printf(
          "  %s %s %s:%d %s (%s, %d times)%n",
          f.strength(),
          f.rule().id(),
          f.location().file(),
          f.location().line(),
          DefectWords.of(f),
          f.test(),
          f.count());
    }
    for (String test : alone) {
      again(module, test);
    }
  }

  private static RunRecord.Basis.Traces traces(RunRecord record) {
    return record
        .ending()
        .map(RunRecord.Ending::basis)
        .filter(RunRecord.Basis.Traces.class::isInstance)
        .map(RunRecord.Basis.Traces.class::cast)
        .orElse(new RunRecord.Basis.Traces(0, 0));
  }

  private static Command.Result go(Path module, String pattern, String... more)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of("go", "test", "-json", "-count=1", "-short", "-vet=off", "-timeout=20m"));
    words.addAll(List.of(more));
    words.add(pattern);
    return Command.in(module, words.toArray(String[]::new)).run();
  }

  /** Runs one test, which failed only under Harrier, by itself, both ways in turn. */
  private static void again(Path module, String test) throws IOException, InterruptedException {
    String[] parts = test.split(" ", 2);
    if (parts[1].contains("/")) {
      return; // Its parent is in the list too.
    }
    String only = "-run=^" + parts[1] + "$";
    int natively = 0;
    int traced = 0;
    for (int i = 0; i < AGAIN; i++) {
      natively += go(module, parts[0], only).status() == 0 ? 0 : 1;
      HarrierRun run =
          HarrierRun.test(module, Map.of(), "-json", "-short", "-vet=off", only, parts[0]);
      traced += TestEvents.in(run.result().output()).failed().isEmpty() ? 0 : 1;
    }
    System.out.printf(
        "  failed under Harrier: %s; by itself %d of %d natively, %d of %d under Harrier%n",
        test, natively, AGAIN, traced, AGAIN);
  }
}
