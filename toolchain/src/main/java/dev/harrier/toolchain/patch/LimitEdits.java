package dev.harrier.toolchain.patch;

import java.io.IOException;

/**
 * The edits for contexts with a time limit, in packages context and runtime: with them the
 * collector tells whom such a limit wakes from whom it does not. Tests and {@code harrier build}
 * have them in common. Needs Go 1.26.
 */
final class LimitEdits {
  private LimitEdits() {}

  static void apply(Goroot goroot) throws PatchException, IOException {
    GoSource context = goroot.source("context/context.go");
    context.addImport("time", "\"unsafe\"");
    EditFile.apply("limits.go", goroot);
    context.append("context/limits.go", HookSources.read("context/limits.go"));
    goroot
        .source("runtime/proc.go")
        .append("shared/limits.go", HookSources.read("shared/limits.go"));
  }
}
