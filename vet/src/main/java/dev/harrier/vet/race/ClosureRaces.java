package dev.harrier.vet.race;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.vet.callgraph.ExpansionContext;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rule {@code closure-race}: one finding per variable, however many pairs of it race. */
public final class ClosureRaces {
  public static final Rule RULE =
      new Rule(
          "closure-race",
          "data race on a captured variable",
          "Give each goroutine its own copy, or order the accesses with a lock, a channel or a"
              + " WaitGroup.");

  private ClosureRaces() {}

  /**
   * The outcome.
   *
   * @param findings the surest first, then by position
   * @param withheld what something in code that was not followed may order, which is no finding
   * @param tooLarge functions that were not analysed as far as others
   */
  public record Result(List<Finding> findings, List<Finding> withheld, List<String> tooLarge) {}

  /** What the exporter must know to leave out the code that this rule never looks at. */
  public static Set<String> starters() {
    return ExpansionContext.starters();
  }

  public static Result in(Program program) {
    RaceFinder.Result result = RaceFinder.find(program);
    // The instances of a generic function declare one variable.
    record Declared(String variable, Position at) {}
    Map<Declared, List<Race>> byVariable = new LinkedHashMap<>();
    for (Race race : result.races()) {
      Subject subject = Subject.of(program, race);
      byVariable
          .computeIfAbsent(
              new Declared(subject.variable(), subject.declared()), _ -> new ArrayList<>())
          .add(race);
    }
    Story story = new Story(program);
    record Ranked(Race race, Finding finding) {}
    List<Ranked> ranked = new ArrayList<>();
    byVariable.forEach((_, races) -> {
      Race best =
          races.stream()
              .min(
                  Comparator.comparing(Race::doubtful)
                      .thenComparing(r -> !r.shape().isFailing())
                      .thenComparing(Race::confidence)
                      .thenComparing(r -> !r.first().write())
                      .thenComparing(r -> r.first().position())
                      .thenComparing(r -> r.second().position()))
              .orElseThrow();
      ranked.add(new Ranked(best, story.tell(Subject.of(program, best), best, races)));
    });
    ranked.sort(
        Comparator.comparing((Ranked r) -> !r.race().shape().isFailing())
            .thenComparing(r -> r.race().confidence())
            .thenComparing(r -> r.race().first().position()));
    return new Result(
        ranked.stream().filter(r -> !r.race().doubtful()).map(Ranked::finding).toList(),
        ranked.stream().filter(r -> r.race().doubtful()).map(Ranked::finding).toList(),
        result.tooLarge().stream().map(f -> GoNames.of(f.name())).toList());
  }
}
