package dev.harrier.bench.races;

import dev.harrier.bench.process.Command;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.GeneratedTest;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.ssa.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Puts a test for each function into its package: the one that {@code harrier vet --confirm} would
 * generate for a report there.
 */
final class FunctionTests {
  private static final Pattern COMPLAINT =
      Pattern.compile("(\\S*testgeneratedbyharrier\\d+_test\\.go):\\d+.*");

  private FunctionTests() {}

  /** What became of the test of a function. */
  enum Outcome {
    GENERATED,
    REFUSED,
    NOT_COMPILING
  }

  /**
   * Writes the tests that can be generated, and takes away again those that do not compile.
   *
   * @param module a copy, which is changed
   * @param pattern of the packages that the functions are in
   */
  static Map<GoFunction, Outcome> write(Path module, String pattern, List<GoFunction> functions)
      throws IOException, InterruptedException, VetException {
    VetRequest request =
        new VetRequest(
            module, List.of(pattern), List.of(), true, Optional.empty(), Optional.empty(), false);
    List<Position> places =
        functions.stream().map(f -> new Position(f.file().toString(), f.line(), 1)).toList();
    List<GeneratedTest> tests = Exporter.ofUser().tests(request, places, new CompletableFuture<>());
    Map<GoFunction, Path> written = new HashMap<>();
    for (int i = 0; i < tests.size(); i++) {
      if (tests.get(i) instanceof GeneratedTest.Written test) {
        Path file =
            Path.of(test.directory()).resolve(test.test().toLowerCase(Locale.ROOT) + "_test.go");
        Files.writeString(file, test.source());
        written.put(functions.get(i), file);
      }
    }
    removeNotCompiling(module, pattern);
    return functions.stream()
        .collect(Collectors.toMap(f -> f, f -> outcome(Optional.ofNullable(written.get(f)))));
  }

  private static Outcome outcome(Optional<Path> test) {
    return test.map(file -> Files.exists(file) ? Outcome.GENERATED : Outcome.NOT_COMPILING)
        .orElse(Outcome.REFUSED);
  }

  /** Go's vet checks types without linking; it may name one error of a package only. */
  private static void removeNotCompiling(Path module, String pattern)
      throws IOException, InterruptedException {
    Set<String> bad;
    do {
      String said = Command.in(module, "go", "vet", "-assign", pattern).run().output();
      bad = new HashSet<>();
      for (MatchResult complaint : COMPLAINT.matcher(said).results().toList()) {
        System.err.println("left out: " + complaint.group());
        bad.add(complaint.group(1));
      }
      for (String file : bad) {
        Files.deleteIfExists(module.resolve(file));
      }
    } while (!bad.isEmpty());
  }
}
