package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.patch.Overlay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A test executable with the hooks in it. */
record CompiledTest(
    Path directory, Path executable, boolean canBeControlled, Map<String, String> environment) {
  /** Compiles the one file of package m. */
  static CompiledTest of(Path directory, String program, String... flags) throws Exception {
    return of(directory, program, false, flags);
  }

  /**
   * As {@link #of(Path, String, String...)}, for tests that are skipped where nothing is
   * controlled.
   */
  static CompiledTest controlled(Path directory, String program) throws Exception {
    CompiledTest test = of(directory, program);
    assumeThat(test.canBeControlled()).as("Go 1.26 or newer").isTrue();
    return test;
  }

  /** As {@link #of(Path, String, String...)}; its controlled runs look for data races. */
  static CompiledTest lookingForRaces(Path directory, String program) throws Exception {
    return of(directory, program, true, "-gcflags=all=-race");
  }

  /** As {@link #lookingForRaces}; its atomics are also scheduling points. */
  static CompiledTest withAtomicsAndRaces(Path directory, String program) throws Exception {
    return of(
        directory,
        program,
        true,
        "-gcflags=all=-race",
        "-gcflags=example.com/m=-race -d=ssa/intrinsics/off");
  }

  private static CompiledTest of(Path directory, String program, boolean races, String... flags)
      throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.writeString(directory.resolve("m_test.go"), program);
    GoToolchain found = GoToolchain.find(directory, System.getenv());
    GoToolchain go = Goroots.outsideModuleCache(found, directory.resolve("goroot"));
    Path overlays = directory.resolve("overlay");
    Overlay overlay = races ? Overlay.prepareForRaces(go, overlays) : Overlay.prepare(go, overlays);
    Path executable = directory.resolve("m.test");
    List<String> command =
        new ArrayList<>(
            List.of(
                go.command().toString(),
                "test",
                "-c",
                "-vet=off",
                "-overlay",
                overlay.json().toString(),
                "-o",
                executable.toString()));
    command.addAll(List.of(flags));
    ProcessBuilder compile = new ProcessBuilder(command).directory(directory.toFile()).inheritIO();
    compile.environment().putAll(go.environment());
    Process compiler = compile.start();
    if (compiler.waitFor() != 0) {
      throw new AssertionError("the program does not compile");
    }
    return new CompiledTest(directory, executable, go.version().atLeast(26), Map.of());
  }

  /** The same, with more in its environment. */
  CompiledTest with(Map<String, String> variables) {
    return new CompiledTest(directory, executable, canBeControlled, variables);
  }

  /** The plan of a run's choices, with the same seed, on the default order. */
  Execution replay(Execution recorded, long seed) throws Exception {
    return run("5," + seed + ",0,0,0", recorded.plan());
  }

  /** Whether the test fails; its trace is not read. */
  boolean fails(String control, String name) throws Exception {
    Path traces = Files.createTempDirectory(directory, "traces");
    ProcessBuilder builder =
        new ProcessBuilder(executable.toString(), "-test.run=" + name)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    builder.environment().put("HARRIER_TRACE", traces.toString());
    builder.environment().put("HARRIER_CONTROL", control);
    Process process = builder.start();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the program did not end");
    }
    try (Stream<Path> files = Files.list(traces)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    return process.exitValue() != 0;
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
        new ProcessBuilder(executable.toString(), "-test.run=" + test, "-test.timeout=200s")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    // What a run that died has left there would give the next one other names.
    Path temporary = Files.createDirectory(traces.resolve("tmp"));
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().putAll(environment);
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
