package dev.harrier.explore.target;

import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Targets that no test runs. */
public final class SampleTargets {
  private SampleTargets() {}

  /** A test of a package, whose executable is not there. */
  public static Target of(String packagePath, String test) {
    Program program =
        new Program(
            packagePath, Path.of(packagePath), new Runner(List.of()), Path.of("."), "", Map.of());
    return new Target.OneTest(program, test, "", List.of());
  }

  /** TestM of a first build, which is the file m.test. */
  public static Target built(Path directory) throws IOException {
    Path executable = directory.resolve("m.test");
    Files.writeString(executable, "first build");
    Program program =
        new Program("example.com/m", executable, new Runner(List.of()), directory, "a", Map.of());
    return new Target.OneTest(program, "TestM", "", List.of());
  }
}
