package dev.harrier.cli.probe;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.GeneratedOverlays;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The generated tests as files of a stored run, with an overlay that shows them to {@code go} where
 * they belong: nothing is written into the user's tree. They last as long as the run, since its
 * findings replay only with them.
 *
 * @param directory for the files
 * @param results where the sequential tests write what the calls return: the same for all runs, as
 *     it is in the sources, which go compiles again if they differ
 */
record ProbeFiles(Path directory, Path results) {
  /**
   * The files of a run.
   *
   * @param store the directory of all runs of the module
   */
  static ProbeFiles of(RunDirectory run, Path store) {
    return new ProbeFiles(run.generated(), store.resolve("probe").resolve("orders.jsonl"));
  }

  /** Whether a file, as the go command sees it, has generated tests. */
  static boolean isGenerated(String file) {
    return String.valueOf(Path.of(file).getFileName()).startsWith("harrier_probe");
  }

  /** Where tests with fewer calls are; what their orders do is written where those of all are. */
  ProbeFiles ofReductions() throws IOException {
    return new ProbeFiles(Files.createDirectories(GeneratedOverlays.fewer(directory)), results);
  }

  /** The overlay of all packages. */
  Path overlay() {
    return GeneratedOverlays.in(directory);
  }

  /** Before the tests of the orders have run. */
  void begin() throws IOException {
    Files.createDirectories(directory);
    Files.createDirectories(results.resolveSibling(""));
    Files.deleteIfExists(results);
  }

  /** Removes them all: nothing was found that needs them. */
  void remove() throws IOException {
    Trees.delete(directory);
  }

  /**
   * Writes the tests, and hides those that do not build; they compare results as far as the orders
   * of their calls are known.
   */
  void write(List<Probe> probes, Orders orders) throws IOException {
    clean();
    Map<String, Path> shown = new LinkedHashMap<>();
    int number = 0;
    for (Probe probe : probes) {
      number++;
      probe.hidden().forEach(file -> shown.put(file, Path.of("")));
      for (Probe.SourceFile file : probe.files()) {
        Path kept = directory.resolve("%03d_%s".formatted(number, file.name()));
        Files.writeString(kept, orders.completed(file.source()));
        shown.put(Path.of(probe.directory()).resolve(file.name()).toString(), kept);
      }
    }
    Witnesses.writeOverlay(shown, overlay());
  }

  /** Removes what was written before: a package may have no file any more. */
  private void clean() throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, "[0-9]*_*.go")) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
  }

  /**
   * Writes the test of a scenario into a file of its own, unless there is one.
   *
   * @param into the directory
   * @return the file; empty if something else has its name
   */
  static Optional<Path> write(Probe.Scenario scenario, Orders orders, Path into)
      throws IOException {
    String name = scenario.test().substring("TestProbe".length()).toLowerCase(Locale.ROOT);
    Path file = into.resolve(name + "_probe_test.go");
    String source = orders.completed(scenario.alone());
    if (Files.exists(file)) {
      return Files.readString(file).equals(source) ? Optional.of(file) : Optional.empty();
    }
    Files.createDirectories(into);
    Files.writeString(file, source);
    return Optional.of(file);
  }

  /** Where the tests of findings are kept, one in a file. */
  Path tests() {
    return directory.resolve("tests");
  }

  /** What the tests of the orders wrote. */
  Orders orders() throws IOException {
    return Orders.read(Files.exists(results) ? Files.readAllLines(results) : List.of());
  }
}
