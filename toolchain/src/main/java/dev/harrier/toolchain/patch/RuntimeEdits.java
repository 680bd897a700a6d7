package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/** The edits of package runtime. */
final class RuntimeEdits {
  private static final List<String> EDITS =
      List.of("channels.go", "select.go", "goroutines.go", "endings.go");

  private static final List<String> HOOKS =
      List.of(
          "writer.go",
          "emit.go",
          "fold.go",
          "stacks.go",
          "channels.go",
          "scheduler.go",
          "timers.go",
          "locks.go",
          "freed.go",
          "ending.go",
          "checkpoint.go",
          "tests.go",
          "monitor.go",
          "plan.go",
          "prefer.go",
          "delay_injection.go",
          "sys.go");

  private final Goroot goroot;
  private final Extent extent;
  private final OperatingSystem system;
  private final String goarch;

  RuntimeEdits(Goroot goroot, Extent extent, OperatingSystem system, String goarch) {
    this.goroot = goroot;
    this.extent = extent;
    this.system = system;
    this.goarch = goarch;
  }

  private GoSource file(String name) throws IOException, PatchException {
    return goroot.source("runtime/" + name);
  }

  void apply() throws PatchException, IOException {
    for (String edits : EDITS) {
      EditFile.apply(edits, goroot);
    }
    if (extent.provesLeaks()) {
      EditFile.apply("proofs.go", goroot);
      PollEdits.apply(goroot);
    }
    if (hasBubbles()) {
      EditFile.apply("bubbles.go", goroot);
    }
    hooks();
  }

  private boolean hasBubbles() throws PatchException, IOException {
    return file("runtime2.go").hasField("g", "bubble");
  }

  private void hooks() throws PatchException, IOException {
    GoSource proc = file("proc.go");
    for (String hook : HOOKS) {
      append(proc, hook);
    }
    append(proc, "frame_" + goarch + ".go");
    ReclaimEdits.spin(proc);
    if (extent.provesLeaks()) {
      append(proc, "leaks_collector.go");
      append(proc, "apart.go");
      append(proc, "coroutines.go");
      append(proc, "reclaimed.go");
      ReclaimEdits.apply(goroot);
    } else {
      append(proc, "leaks_none.go");
    }
    GoSource types = file("runtime2.go");
    boolean traceable = types.has("\ntype maybeTraceableChan struct");
    append(proc, traceable ? "sudog_traceable.go" : "sudog_plain.go");
    append(proc, hasBubbles() ? "since_go125.go" : "before_go125.go");
    proc.append("wait reasons", WaitReasons.of(types).function());
    system.add(goroot, goarch);
  }

  private static void append(GoSource to, String hook) throws PatchException, IOException {
    to.append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }
}
