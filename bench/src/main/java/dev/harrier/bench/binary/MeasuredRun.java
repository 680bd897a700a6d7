package dev.harrier.bench.binary;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.run.TracedRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One run of a program, as it is or traced, in a process of its own, so that what the system counts
 * for this process's children is only that run. Rewriting comes before, analysis would come after:
 * neither is measured. Prints wall seconds, processor seconds, peak KiB.
 */
public final class MeasuredRun {
  /** Of {@code struct rusage}, which begins with two times in seconds and microseconds. */
  private static final int RUSAGE = 144;

  private static final int CHILDREN = -1;

  private MeasuredRun() {}

  /** {@code arguments}: "plain", "traced" or "ring", working directory, program, its arguments. */
  public static void main(String[] arguments) throws Throwable {
    Path directory = Path.of(arguments[1]);
    Path program = Path.of(arguments[2]);
    List<String> rest = List.of(arguments).subList(3, arguments.length);
    PeakMemory peak = PeakMemory.of(String.valueOf(program.getFileName()));
    double wall =
        switch (arguments[0]) {
          case "plain" -> plain(directory, program, rest);
          case "traced" -> traced(directory, program, rest, LogSettings.LOSSLESS);
          case "ring" -> traced(directory, program, rest, LogSettings.RING);
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    // The program's own output went to the same stream.
    System.out.printf("%n%s %.3f %.3f %d%n", CostBenchmark.MARK, wall, cpu(), peak.kib());
    System.exit(0);
  }

  private static double plain(Path directory, Path program, List<String> arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.command().addAll(arguments);
    long start = System.nanoTime();
    int status = builder.directory(directory.toFile()).inheritIO().start().waitFor();
    return seconds(start, status);
  }

  private static double traced(
      Path directory, Path program, List<String> arguments, LogSettings settings)
      throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("traced");
    Path binaries = Files.createDirectory(work.resolve("bin"));
    Path logs = Files.createDirectory(work.resolve("traces"));
    try {
      TracedRun run = TracedRun.prepare(program, binaries, logs, settings);
      long start = System.nanoTime();
      TracedRun.Result result = run.run(program.toString(), arguments, System.getenv(), directory);
      return seconds(start, result.exitStatus());
    } finally {
      for (Path place : List.of(binaries, logs, work)) {
        for (Path file : CostBenchmark.filesIn(place)) {
          Files.deleteIfExists(file);
        }
        Files.delete(place);
      }
    }
  }

  private static double seconds(long start, int status) {
    double wall = (System.nanoTime() - start) / 1e9;
    if (status != 0) {
      throw new IllegalStateException("the program ended with status " + status);
    }
    return wall;
  }

  /** Processor seconds of this process's children (getrusage). */
  @SuppressWarnings("restricted")
  private static double cpu() throws Throwable {
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment usage = arena.allocate(RUSAGE, Long.BYTES);
      int status =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().find("getrusage").orElseThrow(),
                      FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS))
                  .invokeExact(CHILDREN, usage);
      if (status != 0) {
        throw new IllegalStateException("getrusage failed");
      }
      double seconds = usage.get(JAVA_LONG, 0) + usage.get(JAVA_LONG, 16);
      double micros = usage.get(JAVA_LONG, 8) + usage.get(JAVA_LONG, 24);
      return seconds + micros / 1e6;
    }
  }
}
