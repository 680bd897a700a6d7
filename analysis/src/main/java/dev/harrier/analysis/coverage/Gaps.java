package dev.harrier.analysis.coverage;

import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The gaps at one usage, as few as tell the whole. */
final class Gaps {
  private Gaps() {}

  static List<Gap> of(UsageCoverage at) {
    List<Requirement> required = at.requirements();
    ConcurrencyUsage usage = at.usage();
    if (required.isEmpty()) {
      return List.of();
    }
    if (!at.isReached()) {
      String sentence = Sentences.unreached(usage);
      return List.of(new Gap(usage, usage.line(), List.of(), 0, required.size(), sentence));
    }
    Map<Part, List<Requirement>> byPart = new LinkedHashMap<>();
    required.forEach(r -> byPart.computeIfAbsent(r.part(), _ -> new ArrayList<>()).add(r));
    List<Gap> gaps = new ArrayList<>();
    byPart.forEach((part, here) -> {
      if (!(part instanceof Part.Whole) && isUntouched(at, here)) {
        gaps.add(untouched(at, part, here.size()));
      } else {
        here.forEach(requirement -> gap(at, requirement, gaps));
      }
    });
    return gaps;
  }

  private static boolean isUntouched(UsageCoverage at, List<Requirement> ofPart) {
    return at.nodes().values().stream().noneMatch(done -> ofPart.stream().anyMatch(done::contains));
  }

  private static Gap untouched(UsageCoverage at, Part part, int requirements) {
    return new Gap(
        at.usage(),
        line(at.usage(), part),
        roles(at.nodes().keySet()),
        0,
        requirements * at.nodes().size(),
        Sentences.neverChosen(at.usage(), part));
  }

  private static void gap(UsageCoverage at, Requirement requirement, List<Gap> gaps) {
    List<GoroutineNode> missing =
        at.nodes().entrySet().stream()
            .filter(entry -> !entry.getValue().contains(requirement))
            .map(Map.Entry::getKey)
            .toList();
    if (!missing.isEmpty()) {
      gaps.add(
          new Gap(
              at.usage(),
              line(at.usage(), requirement.part()),
              missing.stream().map(GoroutineNode::role).toList(),
              at.nodes().size() - missing.size(),
              missing.size(),
              Sentences.missing(at.usage(), requirement, at.isPassable(requirement.part()))));
    }
  }

  private static List<GoroutineRole> roles(Set<GoroutineNode> nodes) {
    return nodes.stream().map(GoroutineNode::role).toList();
  }

  private static int line(ConcurrencyUsage usage, Part part) {
    return switch (part) {
      case Part.Case(int index) -> usage.cases().get(index).line();
      case Part.Whole _, Part.Default _ -> usage.line();
    };
  }
}
