package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * What the collector needs to know of goroutines that poll, in packages context and runtime: which
 * ones the time limit of a context wakes, and what a sleeper refers to. Tests and {@code harrier
 * build} have it in common. Needs Go 1.26.
 */
final class PollEdits {
  private PollEdits() {}

  static void apply(Goroot goroot) throws PatchException, IOException {
    GoSource context = goroot.source("context/context.go");
    context.addImport("time", "\"unsafe\"");
    EditFile.apply("limits.go", goroot);
    context.append("context/limits.go", HookSources.read("context/limits.go"));
    for (String hook : List.of("shared/limits.go", "shared/apart.go")) {
      goroot.source("runtime/proc.go").append(hook, HookSources.read(hook));
    }
  }
}
