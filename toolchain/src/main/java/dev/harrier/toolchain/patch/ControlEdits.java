package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The edits that let a run be controlled: one goroutine at a time, a clock of its own, no chance
 * but the seed's. Their conditions are of their own too: control begins before tracing does.
 */
final class ControlEdits {
  private static final Pattern FILE = Pattern.compile("//harrier:file (\\S+)");

  private static final List<String> EDITS =
      List.of(
          "scheduler.go",
          "beginning.go",
          "calls.go",
          "descriptors.go",
          "points.go",
          "processors.go",
          "collector.go",
          "chance.go",
          "clock.go");

  private final Goroot goroot;
  private final Extent extent;

  ControlEdits(Goroot goroot, Extent extent) {
    this.goroot = goroot;
    this.extent = extent;
  }

  void apply() throws PatchException, IOException {
    goroot
        .source("runtime/runtime2.go")
        .addFields(
            "g",
            "harrierName, harrierRng, harrierPriority, harrierPoints, harrierOperations, harrierReadings, harrierConnected,"
                + " harrierSince, harrierChildren, harrierTimers uint64;"
                + " harrierSelects, harrierPolls, harrierPolled, harrierAt, harrierCalls, harrierUses, harrierAwayFor uint64; harrierWaitsFor uintptr; harrierOlder, harrierYounger guintptr;"
                + " harrierObjects [8]uintptr; harrierObjectCount, harrierAccess, harrierDescriptor, harrierInputs, harrierSendCases uint8; harrierReadyAt int64; harrierResume, harrierSpins, harrierYielded,"
                + " harrierDelayed, harrierUsage, harrierAway bool");
    if (!extent.controls()) {
      append("control_none.go");
      return;
    }
    append("control.go");
    append("settings.go");
    append("cases.go");
    append("details.go");
    goroot
        .source("runtime/map.go")
        .append("runtime/map_length.go", HookSources.read("runtime/map_length.go"));
    append("names.go");
    append("procs.go");
    append("pick.go");
    append("frames.go");
    strategies();
    append("usage.go");
    append("atomics.go");
    append("accesses.go");
    append("ready.go");
    append("watchdog.go");
    append("clock.go");
    append("computing.go");
    append("faults.go");
    append("outside.go");
    append("network.go");
    append("inputs.go");
    append("recording.go");
    append("finalizers.go");
    append("snapshot.go");
    for (String edits : EDITS) {
      EditFile.apply(edits, goroot);
    }
    calls();
    clock();
    LibraryHooks.declare(goroot);
    EditFile.apply("library.go", goroot);
    new NetworkEdits(goroot).apply();
    new InputEdits(goroot).apply();
  }

  private void append(String hook) throws PatchException, IOException {
    goroot.source("runtime/proc.go").append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }

  /** The table of strategies, and the file that each of its lines names. */
  private void strategies() throws PatchException, IOException {
    append("strategies.go");
    Matcher file = FILE.matcher(HookSources.read("runtime/strategies.go"));
    while (file.find()) {
      append(file.group(1));
    }
  }

  /** The exception: what begins with a brace is no Go code. */
  private void calls() throws PatchException, IOException {
    goroot
        .source("runtime/proc.go")
        .function("func exitsyscall()")
        .swap(new GoSource.Anchor("} else {", "", "// Slow path"), "} else if !gp.harrierAway {");
  }

  /** What the function that {@code clock.go} puts in front of is called, where it is assembly. */
  private void clock() throws PatchException, IOException {
    goroot
        .source("runtime/time_linux_amd64.s")
        .replace("TEXT time·now<", "TEXT ·harrierRealClock<");
  }
}
