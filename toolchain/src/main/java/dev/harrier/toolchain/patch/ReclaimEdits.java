package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * What {@code harrier build} and {@code harrier test -reclaim} have in common: goroutines that are
 * blocked for good are ended where they are. Which ones, each of the two says itself ({@code
 * harrierIsGivenUp}), and hears of it ({@code harrierIsReclaimed}). Needs Go 1.26.
 */
final class ReclaimEdits {
  private static final List<String> HOOKS =
      List.of("block.go", "walk.go", "pending.go", "reclaim.go");

  private ReclaimEdits() {}

  static void apply(Goroot goroot) throws PatchException, IOException {
    goroot.source("runtime/runtime2.go").addFields("g", "harrierSema uint32");
    for (String hook : HOOKS) {
      append(goroot.source("runtime/proc.go"), hook);
    }
  }

  /** The lock of the hooks, for every Go. */
  static void spin(GoSource proc) throws PatchException, IOException {
    append(proc, "spin.go");
  }

  private static void append(GoSource to, String hook) throws PatchException, IOException {
    to.append("shared/" + hook, HookSources.read("shared/" + hook));
  }
}
