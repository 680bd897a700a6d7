package dev.harrier.bench.throughput;

import dev.harrier.bench.process.Command;
import dev.harrier.bench.process.ModuleCopy;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.execute.WrongArgumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints a row of a table for each module. */
public final class ThroughputBenchmark {
  /** Where exploring takes longer than this many times the native budget, it is cut short. */
  private static final int AT_MOST = 4;

  private static final Pattern DONE =
      Pattern.compile("([\\d,]+) executions in ([\\d.]+) s, .*; ([\\d,]+) more to simplify");

  private ThroughputBenchmark() {}

  /**
   * Runs the benchmark.
   *
   * @param args seconds for the native rounds of each module, then modules as {@code PATH@VERSION},
   *     fetched by the go command, or directories; each may name packages: {@code
   *     MODULE#./a/...,./b}
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, WrongArgumentException {
    if (args.length < 2 || !args[0].matches("[1-9]\\d*")) {
      System.err.println("usage: bench/run throughput SECONDS MODULE[#PACKAGE,...]...");
      System.exit(2);
    }
    Duration budget = Duration.ofSeconds(Long.parseLong(args[0]));
    System.out.printf(
        "| module | tests | natively: executions, tests a second | explored: executions, tests a"
            + " second | slowdown |%n|---|---|---|---|---|%n");
    for (String argument : List.of(args).subList(1, args.length)) {
      int hash = argument.indexOf('#');
      String module = hash < 0 ? argument : argument.substring(0, hash);
      List<String> packages =
          hash < 0 ? List.of("./...") : List.of(argument.substring(hash + 1).split(","));
      Path directory =
          Files.isDirectory(Path.of(module)) ? Path.of(module) : ModuleCopy.fetch(module);
      measure(argument, directory, packages, budget);
    }
  }

  private static void measure(String name, Path module, List<String> packages, Duration budget)
      throws IOException, InterruptedException, WrongArgumentException {
    int workers = Runtime.getRuntime().availableProcessors();
    Path work = Files.createTempDirectory("throughput").toRealPath();
    try (Watch watch = new Watch()) {
      List<PlainTest> tests = PlainTests.of(module, packages, work, watch);
      if (tests.isEmpty()) {
        System.out.printf("| %s | 0 | | | |%n", name);
        return;
      }
      Rate plain = new PlainRounds(tests, budget, work, watch).run(workers);
      Rate explored = explore(module, packages, plain.executions(), budget.multipliedBy(AT_MOST));
      System.out.printf(
          "| %s | %d | %,d: %.1f | %,d: %.1f | %.2f |%n",
          name,
          tests.size(),
          plain.executions(),
          plain.perSecond(),
          explored.executions(),
          explored.perSecond(),
          plain.perSecond() / explored.perSecond());
    } finally {
      Command.in(module, "rm", "-rf", work.toString()).run();
    }
  }

  /** Replays of findings count as executions; simplifying schedules is left out. */
  private static Rate explore(Path module, List<String> packages, long executions, Duration time)
      throws IOException, InterruptedException, WrongArgumentException {
    List<String> words =
        new ArrayList<>(
            List.of(
                System.getProperty("harrier.launcher", "harrier"),
                "fuzz",
                "-fresh",
                "-short",
                "-minimize=0",
                "-execs=" + executions,
                "-time=" + time.toSeconds() + "s"));
    words.addAll(packages);
    String printed = Command.in(module, words.toArray(String[]::new)).run().output();
    Matcher done = DONE.matcher(printed);
    if (!done.find()) {
      throw new IOException("harrier fuzz did not say how far it came:\n" + printed);
    }
    return new Rate(
        number(done.group(1)) + number(done.group(3)),
        Duration.ofMillis((long) (Double.parseDouble(done.group(2)) * 1000)));
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }
}
