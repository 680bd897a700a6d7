package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The edits by which Go's own code looks up hosts and users, as with the build tags {@code netgo}
 * and {@code osusergo}: calls of C library functions are outside the scheduler, and a process with
 * C in it can't be copied. A program that has C of its own keeps that.
 */
final class PureGoEdits {
  /** The tags, by the package whose files they choose. */
  private static final Map<String, String> TAGS = Map.of("net", "netgo", "os/user", "osusergo");

  private static final String CONSTRAINT = "//go:build ";

  /** Refuses to compile with the two tags that it names. */
  private static final String CONTRADICTION = "netgo_netcgo.go";

  private final Goroot goroot;

  PureGoEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  /** In the constraints, the tag becomes one that holds on all systems that have hooks. */
  void apply() throws PatchException, IOException {
    for (Map.Entry<String, String> entry : TAGS.entrySet()) {
      for (String name : sources(goroot.src().resolve(entry.getKey()))) {
        String path = entry.getKey() + "/" + name;
        GoSource source = goroot.source(path);
        Optional<String> constraint =
            source.text().lines().filter(line -> line.startsWith(CONSTRAINT)).findFirst();
        if (constraint.isPresent() && constraint.get().contains(entry.getValue())) {
          source.replace(
              constraint.get() + "\n", constraint.get().replace(entry.getValue(), "unix") + "\n");
        }
      }
    }
  }

  private static List<String> sources(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".go") && !name.endsWith("_test.go"))
          .filter(name -> !name.equals(CONTRADICTION))
          .sorted()
          .toList();
    }
  }
}
