package dev.harrier.cli.selftest;

import dev.harrier.leaks.BlockedGoroutines;
import dev.harrier.leaks.LeakLog;
import dev.harrier.toolchain.build.BuildException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.selftest.SelfTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs the program of the self-test that loses goroutines: the collector finds those at the lines
 * that say so.
 */
final class LeakTrial {
  private static final String LEAKS = " // leaks";
  private static final long SECONDS = 60;

  private LeakTrial() {}

  /** What is wrong, a phrase each. */
  static List<String> wrong(SelfTest program, Overlay overlay)
      throws ToolchainException, IOException {
    Path directory = program.directory().resolve("leaks");
    Path executable = directory.resolve("leaks.exe");
    GoBuild build =
        new GoBuild(program.go(), List.of(Instrumentation.none(overlay)), directory, List.of());
    try {
      GoPackage main = build.packages(List.of(".")).getFirst();
      build.main(main, executable);
    } catch (BuildException e) {
      return List.of(
          "the hooks do not compile: " + HookTrial.compiler(String.valueOf(e.getMessage())));
    }
    Path log = directory.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(executable.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile());
    builder.environment().put("HARRIER_LEAKS", "report");
    builder.environment().put("HARRIER_LEAKS_OUT", log.toString());
    Process process = builder.start();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return List.of("a program with these hooks hangs");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while trying the collector", e);
    }
    if (process.exitValue() != 0 || !Files.exists(log)) {
      return List.of("a program with these hooks ends with status " + process.exitValue());
    }
    return compared(directory.resolve("main.go"), LeakLog.read(log));
  }

  private static List<String> compared(Path source, LeakLog log) throws IOException {
    List<String> lines = Files.readAllLines(source);
    Set<Integer> wanted = new TreeSet<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith(LEAKS)) {
        wanted.add(i + 1);
      }
    }
    Set<Integer> found =
        log.goroutines().stream()
            .map(BlockedGoroutines::site)
            .flatMap(Optional::stream)
            .map(site -> site.line())
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> wrong = new ArrayList<>();
    for (int line : wanted) {
      if (!found.contains(line)) {
        String code = lines.get(line - 1).replace(LEAKS, "").strip();
        wrong.add("a goroutine that is blocked for good is not found at '%s'".formatted(code));
      }
    }
    found.removeAll(wanted);
    for (int line : found) {
      wrong.add("a goroutine that is not leaked is reported as leaked in line " + line);
    }
    return wrong;
  }
}
