package dev.harrier.toolchain.control;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.patch.Overlay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A test executable with the hooks in it. */
record CompiledTest(Path directory, Path executable, boolean canBeControlled) {
  /** Compiles the one file of package m. */
  static CompiledTest of(Path directory, String program) throws Exception {
    return of(directory, program, false);
  }

  /** As {@link #of(Path, String)}; its controlled runs look for data races. */
  static CompiledTest lookingForRaces(Path directory, String program) throws Exception {
    return of(directory, program, true);
  }

  private static CompiledTest of(Path directory, String program, boolean races) throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.writeString(directory.resolve("m_test.go"), program);
    GoToolchain found = GoToolchain.find(directory, System.getenv());
    GoToolchain go = Goroots.outsideModuleCache(found, directory.resolve("goroot"));
    Path overlays = directory.resolve("overlay");
    Overlay overlay = races ? Overlay.prepareForRaces(go, overlays) : Overlay.prepare(go, overlays);
    Path executable = directory.resolve("m.test");
    ProcessBuilder compile =
        new ProcessBuilder(
                go.command().toString(),
                "test",
                "-c",
                races ? "-gcflags=all=-race" : "-gcflags=",
                "-overlay",
                overlay.json().toString(),
                "-o",
                executable.toString())
            .directory(directory.toFile())
            .inheritIO();
    compile.environment().putAll(go.environment());
    Process compiler = compile.start();
    if (compiler.waitFor() != 0) {
      throw new AssertionError("the program does not compile");
    }
    return new CompiledTest(directory, executable, go.version().atLeast(26));
  }

  Execution run(String control, String plan) throws Exception {
    return run(control, plan, "");
  }

  /** Runs the test called so, or all, and reads its trace. */
  Execution run(String control, String plan, String test) throws Exception {
    return run(control, plan, test, "");
  }

  /**
   * Runs it so.
   *
   * @param explored the import path of the package whose operations are usages; "" for all
   */
  Execution run(String control, String plan, String test, String explored) throws Exception {
    Path traces = Files.createTempDirectory(directory, "traces");
    Path planned = traces.resolve("plan");
    Files.writeString(planned, plan);
    Path log = traces.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(executable.toString(), "-test.run=" + test, "-test.timeout=20s")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("HARRIER_TRACE", traces.toString());
    if (!explored.isEmpty()) {
      builder.environment().put("HARRIER_EXPLORED", explored);
    }
    if (!control.isEmpty()) {
      builder.environment().put("HARRIER_CONTROL", control);
    }
    if (!plan.isEmpty()) {
      builder.environment().put("HARRIER_PLAN", planned.toString());
    }
    Process process = builder.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the program did not end");
    }
    try (Stream<Path> files = Files.list(traces)) {
      List<Path> found = files.filter(f -> f.toString().endsWith(".htrace")).toList();
      if (found.size() != 1) {
        throw new AssertionError("expected one trace, found " + found + Files.readString(log));
      }
      return Execution.read(found.getFirst(), executable);
    }
  }
}
