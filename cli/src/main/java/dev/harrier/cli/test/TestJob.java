package dev.harrier.cli.test;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What to test.
 *
 * @param packages patterns as the user gave them
 * @param flags for {@code go test}, before the packages
 * @param buildFlags those among them without which the binary would be another one
 * @param rest what came after {@code --}
 * @param json whether the output of {@code go test} is for a program
 * @param confirm how long to look for schedules that confirm predictions; zero for not at all
 * @param disk how many bytes the traces may take; 0 without a bound
 * @param reclaim whether leaked goroutines are ended when their tests are over
 * @param line the command line, for the record
 */
record TestJob(
    List<String> packages,
    List<String> flags,
    List<String> buildFlags,
    List<String> rest,
    boolean json,
    Duration confirm,
    long disk,
    boolean reclaim,
    List<String> line) {
  TestJob {
    packages = List.copyOf(packages);
    flags = List.copyOf(flags);
    buildFlags = List.copyOf(buildFlags);
    rest = List.copyOf(rest);
    line = List.copyOf(line);
  }

  /** The flags that say how the binary is run. */
  List<String> runFlags() {
    return Stream.concat(flags.stream(), rest.stream()).toList();
  }

  /** Whether all tests of the module in the current directory run. */
  boolean isWhole() {
    return packages.equals(List.of("./..."))
        && flags.stream().noneMatch(f -> f.startsWith("-run=") || f.startsWith("-skip="));
  }
}
