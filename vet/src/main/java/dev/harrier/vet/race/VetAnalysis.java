package dev.harrier.vet.race;

import dev.harrier.vet.expansion.ExpansionContext;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** All races of a program: one a variable, however many pairs of its accesses race. */
public final class VetAnalysis {
  private VetAnalysis() {}

  /**
   * The outcome.
   *
   * @param races the strongest first, then the surest, then by position
   * @param withheld what code that was not followed may order: no findings
   * @param tooLarge functions that were not analyzed
   * @param failed functions whose analysis failed, by a fault of Harrier
   * @param unreached how many functions were not reached before the analysis was ended
   */
  public record Result(
      List<RaceReport> races,
      List<RaceReport> withheld,
      List<String> tooLarge,
      List<Failure> failed,
      int unreached) {}

  /** A function that was not analyzed, by a fault of Harrier. */
  public record Failure(String function, Throwable cause) {}

  /** What the exporter must know to leave out the code that no race is looked for in. */
  public static Set<String> starters() {
    return ExpansionContext.starters();
  }

  public static Result in(Program program) {
    return in(program, new CompletableFuture<>());
  }

  /**
   * The same, until it is asked to end.
   *
   * @param ended is completed then
   */
  public static Result in(Program program, CompletableFuture<Void> ended) {
    RootWalk.Result result = RootWalk.find(program, ended);
    // The instances of a generic function declare one variable.
    record Declared(String variable, Position at) {}
    Map<Declared, List<Candidate>> byVariable = new LinkedHashMap<>();
    for (Candidate race : result.races()) {
      Subject subject = Subject.of(program, race);
      byVariable
          .computeIfAbsent(
              new Declared(subject.variable(), subject.declared()), _ -> new ArrayList<>())
          .add(race);
    }
    ReportBuilder description = new ReportBuilder(program);
    List<RaceReport> races = new ArrayList<>();
    byVariable.forEach((_, all) -> {
      Candidate best =
          all.stream()
              .min(
                  Comparator.comparing(Candidate::doubtful)
                      .thenComparing(r -> r.shape().strength())
                      .thenComparing(Candidate::confidence)
                      .thenComparing(r -> !r.first().write())
                      .thenComparing(r -> r.first().position())
                      .thenComparing(r -> r.second().position()))
              .orElseThrow();
      races.add(description.of(best, all));
    });
    races.sort(
        Comparator.comparing((RaceReport r) -> r.shape().strength())
            .thenComparing(RaceReport::memory)
            .thenComparing(r -> r.first().touch().position()));
    return new Result(
        races.stream().filter(r -> !r.isWithheld()).toList(),
        races.stream().filter(RaceReport::isWithheld).toList(),
        result.tooLarge().stream().map(f -> GoNames.of(f.name())).toList(),
        result.failed().stream()
            .map(f -> new Failure(GoNames.of(f.root().name()), f.cause()))
            .toList(),
        result.unreached());
  }
}
