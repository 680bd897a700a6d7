package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The edits that have a controlled run record its inputs: what the program reads and no decision is
 * about ({@code src/main/go/runtime/inputs.go}, which reads the clock's itself).
 */
final class InputEdits {
  private final Goroot goroot;

  InputEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    for (String file : drawing(goroot)) {
      GoSource source = goroot.source(file);
      source.replace(
          "//go:linkname runtime_rand runtime.rand\n", "//go:linkname harrierRand runtime.rand\n");
      EditFile.apply("random.go", source);
    }
    EditFile.apply("inputs.go", goroot);
    goroot
        .source("syscall/syscall_linux.go")
        .append("library/system.go", HookSources.read("library/system.go"));
  }

  /** The files whose packages draw from the runtime's generator. */
  static List<String> drawing(Goroot goroot) {
    // Until Go 1.26, package hash/maphash has a file of its own for that.
    String own = "hash/maphash/maphash_runtime.go";
    String seeds = Files.exists(goroot.src().resolve(own)) ? own : "hash/maphash/maphash.go";
    return List.of("math/rand/rand.go", "math/rand/v2/rand.go", seeds, "os/tempfile.go");
  }
}
