package dev.harrier.toolchain.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which packages to read.
 *
 * @param directory where the patterns apply
 * @param patterns package patterns; {@code .} if empty
 * @param buildFlags further flags of {@code go list}: {@code -tags=x}
 * @param overlay the one that the packages are run with: their compilation is then shared
 * @param tests whether test files count
 * @param dependencies whether dependencies count too, but for the standard library
 */
public record UsageRequest(
    Path directory,
    List<String> patterns,
    List<String> buildFlags,
    Optional<Path> overlay,
    boolean tests,
    boolean dependencies) {
  public UsageRequest {
    patterns = patterns.isEmpty() ? List.of(".") : List.copyOf(patterns);
    buildFlags = List.copyOf(buildFlags);
  }
}
