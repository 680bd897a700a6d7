package dev.harrier.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Go's own race detector, which is not everywhere. */
final class RaceDetector {
  private RaceDetector() {}

  /** Skips a test where it can't be built. */
  static void assumeIsHere() {
    boolean there =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "gcc")));
    assumeTrue(there, "the race detector needs cgo, which needs gcc");
  }
}
