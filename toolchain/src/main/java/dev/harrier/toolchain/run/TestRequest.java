package dev.harrier.toolchain.run;

import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param directory where {@code go test} runs
 * @param packages package patterns as the user typed them; empty means the current package
 * @param flags flags of {@code go test} and of the test binary, to come before the packages
 * @param arguments what comes after the packages: flags that Harrier does not know, {@code -args}
 * @param runDirectory where traces and links to the test binaries go; exists
 * @param disk how many bytes all traces together may take; 0 without a bound
 * @param reclaim whether leaked goroutines are ended when their tests are over; needs Go 1.26
 */
public record TestRequest(
    Path directory,
    List<String> packages,
    List<String> flags,
    List<String> arguments,
    Path runDirectory,
    long disk,
    boolean reclaim) {
  /** What the traces of a run may take if nothing else is said: 2 GB. */
  public static final long USUAL_DISK = 2L << 30;

  public TestRequest {
    packages = List.copyOf(packages);
    flags = List.copyOf(flags);
    arguments = List.copyOf(arguments);
  }

  /** Where the instrumented processes write their traces. */
  public Path traces() {
    return runDirectory.resolve("traces");
  }

  /** Where the executables that ran are kept, named by process id, for their symbols. */
  public Path executables() {
    return runDirectory.resolve("bin");
  }
}
