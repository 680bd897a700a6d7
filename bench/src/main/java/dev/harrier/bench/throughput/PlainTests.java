package dev.harrier.bench.throughput;

import dev.harrier.bench.process.Command;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.TestNames;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.execute.WrongArgumentException;
import dev.harrier.explore.target.Program;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Builds the tests of packages as {@code go test} does. */
final class PlainTests {
  private static final Limits LISTING = Limits.of(Duration.ofMinutes(1));

  private PlainTests() {}

  /** All tests of the packages, in the order in which {@code harrier fuzz} takes them. */
  static List<PlainTest> of(Path module, List<String> packages, Path work, Watch watch)
      throws IOException, InterruptedException, WrongArgumentException {
    List<String> list = new ArrayList<>(List.of("go", "list", "-f", "{{.ImportPath}}|{{.Dir}}"));
    list.addAll(packages);
    String listed = Command.in(module, list.toArray(String[]::new)).run().orThrow().output();
    List<PlainTest> tests = new ArrayList<>();
    for (String line : listed.lines().filter(l -> l.contains("|")).toList()) {
      String path = line.substring(0, line.indexOf('|'));
      Path directory = Path.of(line.substring(line.indexOf('|') + 1));
      Path binary = work.resolve(path.replaceAll("[^\\w.-]", "_") + ".test");
      Command.in(module, "go", "test", "-c", "-vet=off", "-o", binary.toString(), path)
          .run()
          .orThrow();
      if (Files.exists(binary)) { // A package may have no tests.
        Program program =
            new Program(path, binary, new Runner(List.of()), directory, "", System.getenv());
        TestNames.of(program, ".", List.of(), work.resolve("list"), LISTING, watch)
            .forEach(name -> tests.add(new PlainTest(binary, directory, name)));
      }
    }
    return tests;
  }
}
