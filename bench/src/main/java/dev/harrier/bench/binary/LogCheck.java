package dev.harrier.bench.binary;

import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.model.trace.Completeness;
import dev.harrier.testkit.TraceCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the logs of runs of {@code harrier trace}: acquires and releases alternate, buffers hold
 * no less than nothing and no more than their capacity, no goroutine is lost. Prints a line for
 * each run and its first violations; status 1 if there are any, or if records are missing.
 */
public final class LogCheck {
  private LogCheck() {}

  /** {@code arguments}: directories of runs, as they are below {@code .harrier}. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) {
      System.err.println("usage: bench/run check RUN...");
      System.exit(2);
    }
    boolean good = true;
    for (String run : arguments) {
      good &= check(Path.of(run));
    }
    System.exit(good ? 0 : 1);
  }

  private static boolean check(Path run) throws IOException {
    if (Files.notExists(run.resolve("bin"))) {
      // One of many runs of a program, of which Harrier keeps the raw results of the latest only.
      return true;
    }
    Path copy = filesIn(run.resolve("bin")).getFirst();
    List<TraceCheck.Result> results = new ArrayList<>();
    for (Path log : filesIn(run.resolve("traces"))) {
      results.add(TraceCheck.run(LoggedTrace.open(log, copy)));
    }
    long violations = sum(results.stream().map(TraceCheck.Result::violationCount));
    long missing = sum(results.stream().map(r -> missing(r.completeness())));
    System.out.printf(
        "%s: %d processes, %,d events, %,d acquires, %,d releases, %,d sends, %,d receives,"
            + " %,d selects, %,d goroutines and %d of C's threads; %,d records missing, %,d violations%n",
        copy.getFileName(),
        results.size(),
        sum(results.stream().flatMap(r -> r.counts().values().stream()).map(Integer::longValue)),
        count(results, "Acquire"),
        count(results, "Release"),
        count(results, "Send"),
        count(results, "Receive"),
        count(results, "Select"),
        count(results, "Spawn"),
        sum(results.stream().map(r -> (long) r.strangers())),
        missing,
        violations);
    results.stream().flatMap(r -> r.violations().stream()).limit(20).forEach(System.out::println);
    return violations + missing == 0;
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static long missing(Completeness completeness) {
    return switch (completeness) {
      case Completeness.Whole _, Completeness.Unread _ -> 0;
      case Completeness.Partial partial -> partial.missing();
    };
  }

  private static long count(List<TraceCheck.Result> results, String event) {
    return sum(results.stream().map(r -> (long) r.count(event)));
  }

  private static long sum(Stream<Long> numbers) {
    return numbers.mapToLong(Long::longValue).sum();
  }
}
