package dev.harrier.explore.target;

import dev.harrier.toolchain.run.Runner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A built executable with an instrumented runtime.
 *
 * @param importPath of the package that it was built from
 * @param runner what starts it
 * @param directory where it runs: that of its package, as {@code go test} has it
 * @param code digest of the sources that it was built from; two programs with one digest are taken
 *     for the same
 * @param environment of its processes, apart from what a schedule adds
 */
public record Program(
    String importPath,
    Path executable,
    Runner runner,
    Path directory,
    String code,
    Map<String, String> environment) {
  public Program {
    environment = Map.copyOf(environment);
  }

  /** The words that run it, to be followed by its arguments. */
  public List<String> command() {
    return runner.command(executable);
  }
}
