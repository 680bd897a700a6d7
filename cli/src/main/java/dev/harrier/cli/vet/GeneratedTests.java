package dev.harrier.cli.vet;

import dev.harrier.base.file.Sha256;
import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.model.finding.Finding;
import dev.harrier.vet.load.GeneratedTest;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests that were generated for reports, as files: next to the stored runs, not in the user's
 * tree, with an overlay that shows them to {@code go test} where they belong. The directory has a
 * name of its contents.
 */
final class GeneratedTests {
  /** How many directories of earlier runs are kept: stored findings name them. */
  private static final int KEPT = 20;

  private static final String JSON = ".json";
  private static final String ALL = "all" + JSON;

  private final Map<String, GeneratedTest> byReport;
  private final Path directory;

  private GeneratedTests(Map<String, GeneratedTest> byReport, Path directory) {
    this.byReport = Map.copyOf(byReport);
    this.directory = directory;
  }

  /**
   * Writes them.
   *
   * @param byReport by the fingerprint of the report
   * @param parent where directories of tests are
   */
  static GeneratedTests written(Map<String, GeneratedTest> byReport, Path parent)
      throws IOException {
    List<GeneratedTest.Written> tests = distinct(byReport);
    String contents =
        tests.stream().map(test -> test.directory() + test.source()).collect(Collectors.joining());
    byte[] digest = Sha256.create().digest(contents.getBytes(StandardCharsets.UTF_8));
    Path directory = parent.resolve(HexFormat.of().formatHex(digest, 0, 6));
    if (tests.isEmpty()) {
      return new GeneratedTests(byReport, directory);
    }
    Files.createDirectories(directory);
    forgetOld(parent);
    Map<String, Path> all = new LinkedHashMap<>();
    for (GeneratedTest.Written test : tests) {
      String name = test.test().toLowerCase(Locale.ROOT) + "_test.go";
      Files.writeString(directory.resolve(name), test.source());
      String shown = Path.of(test.directory()).resolve(name).toString();
      all.put(shown, directory.resolve(name));
      Witnesses.writeOverlay(
          Map.of(shown, directory.resolve(name)), directory.resolve(test.test() + JSON));
    }
    Witnesses.writeOverlay(all, directory.resolve(ALL));
    return new GeneratedTests(byReport, directory);
  }

  private static void forgetOld(Path parent) throws IOException {
    List<File> directories = new ArrayList<>();
    try (Stream<Path> all = Files.list(parent)) {
      all.map(Path::toFile).forEach(directories::add);
    }
    directories.sort(Comparator.comparingLong(File::lastModified).reversed());
    for (File old : directories.subList(Math.min(KEPT, directories.size()), directories.size())) {
      Trees.delete(old.toPath());
    }
  }

  private static List<GeneratedTest.Written> distinct(Map<String, GeneratedTest> byReport) {
    return byReport.values().stream()
        .filter(GeneratedTest.Written.class::isInstance)
        .map(GeneratedTest.Written.class::cast)
        .distinct()
        .sorted(Comparator.comparing(GeneratedTest.Written::test))
        .toList();
  }

  /** The overlay that shows them all to {@code go}. */
  Path overlay() {
    return directory.resolve(ALL);
  }

  /** The overlay that has only this test. */
  Path overlay(GeneratedTest.Written test) {
    return directory.resolve(test.test() + JSON);
  }

  /** The one that was generated for a report, or why there is none. */
  Optional<GeneratedTest> of(Finding report) {
    return Optional.ofNullable(byReport.get(report.fingerprint()));
  }
}
