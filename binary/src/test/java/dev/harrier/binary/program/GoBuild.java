package dev.harrier.binary.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/** How to build one of the programs under {@code src/test/resources/go}. */
public record GoBuild(String toolchain, Map<String, String> environment, List<String> flags) {
  /** The Go that is installed, whatever the module asks for. */
  public static final String INSTALLED = "local";

  /**
   * Releases between those that a test tries anyway: executables of theirs have nothing of their
   * own. {@code HARRIER_TEST_RELEASES=all} has them tried as well.
   */
  private static final Set<String> BETWEEN = Set.of("go1.23.12", "go1.25.7");

  public static GoBuild with(String toolchain, String... flags) {
    return new GoBuild(toolchain, Map.of(), List.of(flags));
  }

  public GoBuild environment(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new GoBuild(toolchain, Map.copyOf(more), flags);
  }

  /**
   * Builds a program into a directory. Skips the test, saying so, if this machine can't get the
   * toolchain.
   */
  public Path build(String program, Path directory) {
    return make(program, directory, "go", "build");
  }

  /** As {@link #build}: the program's tests. */
  public Path buildTests(String program, Path directory) {
    return make(program, directory, "go", "test", "-c");
  }

  private Path make(String program, Path directory, String... words) {
    Assumptions.assumeTrue(
        !BETWEEN.contains(toolchain) || "all".equals(System.getenv("HARRIER_TEST_RELEASES")),
        () -> toolchain + " is tried with HARRIER_TEST_RELEASES=all");
    Map<String, String> all = new HashMap<>(environment);
    all.put("GOTOOLCHAIN", toolchain);
    Path source = source(program);
    Execution version = Execution.run(source, all, List.of("go", "version"));
    Assumptions.assumeTrue(
        version.status() == 0, () -> "go toolchain " + toolchain + " can't be had: " + version);
    try {
      Path output =
          Files.createTempDirectory(directory, program.replace('/', '-')).resolve("program");
      List<String> command = new ArrayList<>(List.of(words));
      command.addAll(List.of("-o", output.toString()));
      command.addAll(flags);
      command.add(".");
      // The compiler need not be sparing.
      all.put("GOGC", "off");
      Execution build = Execution.run(source, all, command);
      if (build.status() != 0) {
        throw new AssertionError(command + " failed: " + build);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path source(String program) {
    URL url = Objects.requireNonNull(GoBuild.class.getResource("/go/" + program + "/go.mod"));
    try {
      return Objects.requireNonNull(Path.of(url.toURI()).getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return toolchain + " " + environment + " " + String.join(" ", flags);
  }
}
