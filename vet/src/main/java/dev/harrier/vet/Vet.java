package dev.harrier.vet;

import dev.harrier.vet.VetResult.LoadProblem;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.race.ClosureRaces;
import dev.harrier.vet.ssa.LoadedPackage;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.List;

/** Loads Go packages and looks for data races through closures, without running anything. */
public final class Vet {
  private final Exporter exporter;

  public Vet(Exporter exporter) {
    this.exporter = exporter;
  }

  /** Uses the user's own Go command and cache directory. */
  public static Vet ofUser() {
    return new Vet(Exporter.ofUser());
  }

  /**
   * Analyses what loads; the result names the rest.
   *
   * @throws VetException if nothing loads, or the exporter fails
   */
  public VetResult run(VetRequest request) throws VetException {
    Program program = exporter.export(request, ClosureRaces.starters());
    List<LoadProblem> problems = new ArrayList<>();
    int usable = 0;
    for (LoadedPackage p : program.packages()) {
      usable += p.usable() ? 1 : 0;
      for (LoadedPackage.Problem problem : p.problems()) {
        String position = problem.position().equals("-") ? "" : problem.position();
        problems.add(new LoadProblem(p.id(), position, problem.message()));
      }
      if (!p.usable() && p.problems().isEmpty()) {
        problems.add(new LoadProblem(p.id(), "", "not analysed: something it imports is broken"));
      }
    }
    if (usable == 0) {
      throw new VetException(nothingLoaded(request, problems));
    }
    ClosureRaces.Result races = ClosureRaces.in(program);
    races
        .tooLarge()
        .forEach(f -> problems.add(new LoadProblem(f, "", "not analysed: it grows too large")));
    return new VetResult(
        races.races(), races.withheld(), problems, usable, program.extent().functions());
  }

  private static String nothingLoaded(VetRequest request, List<LoadProblem> problems) {
    StringBuilder text = new StringBuilder("no package of ");
    text.append(String.join(" ", request.patterns())).append(" could be analysed");
    problems.forEach(p -> text.append("\n  ").append(p));
    if (problems.stream().anyMatch(p -> p.message().contains("main module"))) {
      text.append("\nis there a go.mod in ").append(request.directory()).append(" or above it?");
    }
    return text.toString();
  }
}
