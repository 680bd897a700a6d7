package dev.harrier.explore.corpus;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Targets whose builds tests can distinguish. */
public final class SampleTargets {
  private SampleTargets() {}

  /** TestM of a first build, which is the file m.test. */
  public static Target built(Path directory) throws IOException {
    Path executable = directory.resolve("m.test");
    Files.writeString(executable, "first build");
    Program program =
        new Program("example.com/m", executable, new Runner(List.of()), directory, "a", Map.of());
    return new Target.OneTest(program, "TestM", "", List.of());
  }
}
