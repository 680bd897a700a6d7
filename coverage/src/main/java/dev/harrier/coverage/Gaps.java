package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.GoroutineRole;
import dev.harrier.model.usage.Shortfall;
import dev.harrier.model.usage.Uncovered;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is uncovered at one usage, in as few items as say it all. */
final class Gaps {
  private Gaps() {}

  static List<Uncovered> of(UsageCoverage at) {
    List<Requirement> required = at.requirements();
    ConcurrencyUsage usage = at.usage();
    if (required.isEmpty()) {
      return List.of();
    }
    if (!at.isReached()) {
      Shortfall unreached = new Shortfall.Unreached(usage.kind());
      return List.of(
          new Uncovered(site(usage, usage.line()), List.of(), required.size(), unreached));
    }
    Map<Part, List<Requirement>> byPart = new LinkedHashMap<>();
    required.forEach(r -> byPart.computeIfAbsent(r.part(), _ -> new ArrayList<>()).add(r));
    List<Uncovered> gaps = new ArrayList<>();
    byPart.forEach((part, here) -> {
      if (!(part instanceof Part.Whole) && isUntouched(at, here)) {
        gaps.add(
            new Uncovered(
                site(usage, line(usage, part)),
                List.of(),
                here.size() * at.nodes().size(),
                untouched(usage, part)));
      } else {
        here.forEach(requirement -> gap(at, requirement, gaps));
      }
    });
    return gaps;
  }

  private static boolean isUntouched(UsageCoverage at, List<Requirement> ofPart) {
    return at.nodes().values().stream().noneMatch(done -> ofPart.stream().anyMatch(done::contains));
  }

  private static void gap(UsageCoverage at, Requirement requirement, List<Uncovered> gaps) {
    List<GoroutineNode> missing =
        at.nodes().entrySet().stream()
            .filter(entry -> !entry.getValue().contains(requirement))
            .map(Map.Entry::getKey)
            .toList();
    if (!missing.isEmpty()) {
      boolean othersDo = missing.size() < at.nodes().size();
      ConcurrencyUsage usage = at.usage();
      gaps.add(
          new Uncovered(
              site(usage, line(usage, requirement.part())),
              othersDo ? roles(missing) : List.of(),
              missing.size(),
              shortfall(usage, requirement, at.isPassable(requirement.part()))));
    }
  }

  private static Shortfall untouched(ConcurrencyUsage usage, Part part) {
    return switch (part) {
      case Part.Case(int index) ->
          new Shortfall.CaseNotChosen(usage.cases().get(index).direction());
      case Part.Default _ -> new Shortfall.DefaultNotChosen();
      case Part.Whole _ -> new Shortfall.Unreached(usage.kind());
    };
  }

  private static Shortfall shortfall(
      ConcurrencyUsage usage, Requirement requirement, boolean passable) {
    return switch (requirement.part()) {
      case Part.Case(int index) ->
          new Shortfall.CaseEffectNotSeen(
              usage.cases().get(index).direction(), requirement.effect(), passable);
      case Part.Default _ -> new Shortfall.DefaultNotChosen();
      case Part.Whole _ ->
          new Shortfall.EffectNotSeen(usage.kind(), requirement.effect(), passable);
    };
  }

  private static List<GoroutineRole> roles(Collection<GoroutineNode> nodes) {
    return nodes.stream().map(GoroutineNode::role).distinct().toList();
  }

  private static Site site(ConcurrencyUsage usage, int line) {
    return new Site("", usage.file(), line);
  }

  private static int line(ConcurrencyUsage usage, Part part) {
    return switch (part) {
      case Part.Case(int index) -> usage.cases().get(index).line();
      case Part.Whole _, Part.Default _ -> usage.line();
    };
  }
}
