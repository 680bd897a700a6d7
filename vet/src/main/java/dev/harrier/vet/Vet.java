package dev.harrier.vet;

import dev.harrier.model.ending.Remark.NotAnalyzed;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.vet.callgraph.TestReach;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.race.FindingMapper;
import dev.harrier.vet.race.RaceReport;
import dev.harrier.vet.race.VetAnalysis;
import dev.harrier.vet.ssa.LoadedPackage;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Loads Go packages and looks for data races through closures, without running anything. */
public final class Vet {
  private static final long GRACE_MILLISECONDS = 300;

  private final Exporter exporter;

  public Vet(Exporter exporter) {
    this.exporter = exporter;
  }

  /** Uses the user's own Go command and cache directory. */
  public static Vet ofUser() {
    return new Vet(Exporter.ofUser());
  }

  /**
   * Analyzes what loads; the result names the rest.
   *
   * @throws VetException if there is no package to load, or the exporter fails
   */
  public VetResult run(VetRequest request) throws VetException {
    return run(request, new CompletableFuture<>());
  }

  /**
   * The same, until it is asked to end: the result has what was found by then.
   *
   * @param ended is completed when the analysis is to end
   */
  public VetResult run(VetRequest request, CompletableFuture<Void> ended) throws VetException {
    Program program;
    try {
      program = exporter.export(request, VetAnalysis.starters(), ended);
    } catch (VetException e) {
      if (canceledWithinGrace(ended)) {
        return VetResult.NOTHING;
      }
      throw e;
    }
    List<NotAnalyzed> problems = new ArrayList<>(LoadProblems.of(program.packages()));
    int usable = (int) program.packages().stream().filter(LoadedPackage::usable).count();
    if (usable == 0) {
      if (canceledWithinGrace(ended)) {
        return VetResult.NOTHING; // What loads for the exporter was ended before the exporter.
      }
      if (program.packages().stream().noneMatch(Vet::isBroken)) {
        throw new VetException(nothingLoaded(request, problems));
      }
    }
    VetAnalysis.Result races = VetAnalysis.in(program, ended);
    races
        .tooLarge()
        .forEach(f -> problems.add(new NotAnalyzed(f, "", "not analyzed: it grows too large")));
    List<ToolFailure.Unanalyzed> faults =
        races.failed().stream()
            .map(f -> new ToolFailure.Unanalyzed(f.function(), String.valueOf(f.cause())))
            .toList();
    return new VetResult(
        races.races(),
        races.withheld(),
        problems,
        faults,
        usable,
        program.extent().functions(),
        ended.isDone(),
        races.unreached(),
        ways(races.races(), new TestReach(program.leads())));
  }

  /** Whether a package that is not usable has source that is not, or imports such. */
  private static boolean isBroken(LoadedPackage one) {
    return one.problems().isEmpty()
        || one.problems().stream()
            .anyMatch(p -> !p.position().isEmpty() && !p.position().equals("-"));
  }

  private static Map<String, WaysToRun> ways(List<RaceReport> races, TestReach reach) {
    Map<String, WaysToRun> ways = new HashMap<>();
    for (RaceReport race : races) {
      ways.put(
          FindingMapper.of(race).fingerprint(),
          new WaysToRun(
              reach.of(List.of(race.first().code(), race.second().code())),
              race.first().outermost()));
    }
    return ways;
  }

  /** A signal for the group of processes may end the exporter before it gets here. */
  private static boolean canceledWithinGrace(CompletableFuture<Void> ended) {
    return ended
        .copy()
        .completeOnTimeout(null, GRACE_MILLISECONDS, TimeUnit.MILLISECONDS)
        .thenApply(_ -> ended.isDone())
        .join();
  }

  private static String nothingLoaded(VetRequest request, List<NotAnalyzed> problems) {
    StringBuilder text = new StringBuilder("no package of ");
    text.append(String.join(" ", request.patterns())).append(" could be analyzed");
    for (NotAnalyzed one : problems) {
      text.append("\n  ").append(one.position().isEmpty() ? "" : one.position() + ": ");
      text.append(one.subject()).append(": ").append(one.problem());
    }
    if (problems.stream().anyMatch(p -> p.problem().contains("main module"))) {
      text.append("\nis there a go.mod in ").append(request.directory()).append(" or above it?");
    }
    return text.toString();
  }
}
