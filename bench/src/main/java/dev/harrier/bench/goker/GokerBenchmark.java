package dev.harrier.bench.goker;

import dev.harrier.bench.process.HarrierRun;
import dev.harrier.bench.process.Standing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs every kernel under Harrier and prints what it and Go's leak profile say of it. */
public final class GokerBenchmark {
  private static final Map<String, String> PROFILE = Map.of("GOEXPERIMENT", "goroutineleakprofile");

  private final Kernels kernels;
  private final KnownLeaks known;

  private GokerBenchmark(Kernels kernels, KnownLeaks known) {
    this.kernels = kernels;
    this.known = known;
  }

  /**
   * What the two say of one kernel, by the lines at which goroutines are stuck.
   *
   * @param unknown what Harrier says without the collector's word, and neither Go's profile nor the
   *     list of true leaks has
   * @param predicted rules of what Harrier says could have happened
   */
  private record Verdict(
      String kernel,
      NavigableSet<String> profile,
      NavigableSet<String> harrier,
      List<String> unknown,
      List<String> predicted) {
    boolean missed() {
      return !harrier.containsAll(profile);
    }

    String words() {
      if (profile.isEmpty() && harrier.isEmpty()) {
        return "did not show" + (predicted.isEmpty() ? "" : "; Harrier predicts " + predicted);
      }
      if (missed()) {
        return "MISSED " + without(profile, harrier);
      }
      if (profile.equals(harrier)) {
        return "equal";
      }
      String more = "more: " + without(harrier, profile);
      return unknown.isEmpty() ? more : more + ", UNKNOWN " + unknown;
    }

    private static String without(Collection<String> all, Collection<String> these) {
      return all.stream().filter(l -> !these.contains(l)).collect(Collectors.joining(" "));
    }
  }

  /**
   * Runs the benchmark; ends with status 1 if Harrier missed a line that the profile has, or has
   * one that no one knows.
   *
   * @param args how often to run each kernel (default 1); a regular expression for kernels
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    Pattern wanted = Pattern.compile(args.length > 1 ? args[1] : "");
    Kernels kernels = Kernels.copyTo(Files.createTempDirectory("goker"));
    GokerBenchmark benchmark = new GokerBenchmark(kernels, KnownLeaks.of(kernels.goroot()));
    System.out.printf("| kernel | Go's profile | Harrier | |%n|---|---|---|---|%n");
    int[] totals = new int[5];
    for (String kernel : kernels.names()) {
      for (int round = 0; round < rounds && wanted.matcher(kernel).find(); round++) {
        Verdict verdict = benchmark.judge(kernel);
        System.out.printf(
            "| %s | %s | %s | %s |%n",
            kernel,
            String.join(" ", verdict.profile()),
            String.join(" ", verdict.harrier()),
            verdict.words());
        totals[0]++;
        totals[1] += verdict.profile().isEmpty() ? 0 : 1;
        totals[2] += verdict.harrier().isEmpty() ? 0 : 1;
        totals[3] += verdict.missed() ? 1 : 0;
        totals[4] += verdict.unknown().isEmpty() ? 0 : 1;
      }
    }
    System.out.printf(
        "%n%d runs: Go's profile has leaks in %d, Harrier in %d; in %d Harrier misses a line, in %d it"
            + " has one that nobody knows%n",
        totals[0], totals[1], totals[2], totals[3], totals[4]);
    if (totals[3] + totals[4] > 0) {
      System.exit(1);
    }
  }

  private Verdict judge(String kernel) throws IOException, InterruptedException {
    HarrierRun run =
        HarrierRun.test(
            kernels.module(), PROFILE, "-run=^Test" + kernel + "$", "-v", "-timeout=30s", ".");
    List<Standing> leaked =
        Standing.in(run.result().output()).stream().filter(Standing::leaked).toList();
    NavigableSet<String> profile = lines(leaked);
    List<String> unknown =
        run.stuck().stream()
            .filter(g -> !g.leaked() && !known.has(kernel, g))
            .filter(g -> profile.stream().noneMatch(lines(List.of(g))::contains))
            .map(g -> lines(List.of(g)) + " " + g.state())
            .distinct()
            .toList();
    return new Verdict(kernel, profile, lines(run.stuck()), unknown, run.predicted());
  }

  /** {@code file:line} of each goroutine's innermost call in the kernels. */
  private NavigableSet<String> lines(List<Standing> goroutines) {
    try {
      Path module = kernels.module().toRealPath();
      return goroutines.stream()
          .flatMap(g -> g.in(module).stream())
          .map(f -> String.valueOf(f.file().getFileName()).replace(".go", "") + ":" + f.line())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
