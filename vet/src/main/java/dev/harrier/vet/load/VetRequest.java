package dev.harrier.vet.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What to look at; everything means what it means to {@code go vet}.
 *
 * @param directory where the patterns apply
 * @param patterns package patterns; {@code .} if empty
 * @param tests whether test files are loaded too
 * @param goos the operating system to load for; that of the Go command if empty
 * @param goarch the architecture to load for; that of the Go command if empty
 * @param leads whether to say which tests lead to what is found
 */
public record VetRequest(
    Path directory,
    List<String> patterns,
    List<String> tags,
    boolean tests,
    Optional<String> goos,
    Optional<String> goarch,
    boolean leads) {
  public VetRequest {
    patterns = patterns.isEmpty() ? List.of(".") : List.copyOf(patterns);
    tags = List.copyOf(tags);
  }

  /** All packages below a directory, with their tests. */
  public static VetRequest everythingIn(Path directory) {
    return new VetRequest(
        directory, List.of("./..."), List.of(), true, Optional.empty(), Optional.empty(), false);
  }
}
