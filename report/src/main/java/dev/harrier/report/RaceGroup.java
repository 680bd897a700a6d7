package dev.harrier.report;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Races that common accesses join, which most often have one cause: a write that nothing orders
 * races with every line that reads, and a send that a close may overtake panics where it does. Any
 * other finding is a group of its own.
 *
 * @param first stands for all
 * @param others in their order
 */
public record RaceGroup(Finding first, List<Finding> others) {
  private record Line(String file, int number) {
    static Line of(Location at) {
      return new Line(at.file(), at.line());
    }
  }

  /** The groups of these findings, each where its first one stands. */
  public static List<RaceGroup> of(List<Finding> findings) {
    int[] group = new int[findings.size()];
    Map<Line, Integer> seen = new HashMap<>();
    for (int i = 0; i < group.length; i++) {
      group[i] = i;
      for (Line line : accesses(findings.get(i))) {
        join(group, i, seen.merge(line, i, (before, _) -> before));
      }
    }
    Map<Integer, List<Finding>> groups = new TreeMap<>();
    for (int i = 0; i < group.length; i++) {
      groups.computeIfAbsent(first(group, i), _ -> new ArrayList<>()).add(findings.get(i));
    }
    return groups.values().stream()
        .map(all -> new RaceGroup(all.getFirst(), List.copyOf(all.subList(1, all.size()))))
        .toList();
  }

  private static List<Line> accesses(Finding finding) {
    return switch (finding.defect()) {
      case Defect.Race race -> List.of(Line.of(race.first().at()), Line.of(race.second().at()));
      case Defect.UnorderedClose close -> List.of(Line.of(close.send()), Line.of(close.close()));
      case Defect.SentOnClosed _ -> List.of(Line.of(finding.location()));
      default -> List.of();
    };
  }

  private static void join(int[] group, int one, int other) {
    int a = first(group, one);
    int b = first(group, other);
    group[Math.max(a, b)] = Math.min(a, b);
  }

  private static int first(int[] group, int of) {
    int first = of;
    while (group[first] != first) {
      first = group[first];
    }
    return first;
  }
}
