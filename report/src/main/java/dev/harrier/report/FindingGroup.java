package dev.harrier.report;

import static dev.harrier.report.Shapes.BEST;
import static java.util.Comparator.comparing;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Findings that most often have one cause. Races are joined by common accesses: a write that
 * nothing orders races with every line that reads, and a send that a close may overtake panics
 * where it does. All others are joined where they are of one rule and at one line: goroutines that
 * are stuck there with different ones, or came there in different ways.
 *
 * @param first the {@linkplain Shapes#BEST best proved}, which stands for all
 * @param others in their order
 */
public record FindingGroup(Finding first, List<Finding> others) {
  /** What joins findings: a line, and for what. */
  private record Link(String what, String file, int line) {
    static Link access(Location at) {
      return new Link("access", at.file(), at.line());
    }

    static Link rule(Finding finding) {
      Location at = finding.location();
      return new Link(finding.rule().id(), at.file(), at.line());
    }
  }

  /** The groups of these findings, each where its first one stands. */
  public static List<FindingGroup> of(List<Finding> findings) {
    int[] group = new int[findings.size()];
    Map<Link, Integer> seen = new HashMap<>();
    for (int i = 0; i < group.length; i++) {
      group[i] = i;
      for (Link link : links(findings.get(i))) {
        join(group, i, seen.merge(link, i, (before, _) -> before));
      }
    }
    Map<Integer, List<Finding>> groups = new TreeMap<>();
    for (int i = 0; i < group.length; i++) {
      groups.computeIfAbsent(first(group, i), _ -> new ArrayList<>()).add(findings.get(i));
    }
    return groups.values().stream().map(FindingGroup::around).toList();
  }

  private static FindingGroup around(List<Finding> all) {
    List<Finding> others = new ArrayList<>(all);
    int first = IntStream.range(0, all.size()).boxed().min(comparing(all::get, BEST)).orElseThrow();
    return new FindingGroup(others.remove(first), List.copyOf(others));
  }

  private static List<Link> links(Finding finding) {
    return switch (finding.defect()) {
      case Defect.Race race ->
          List.of(Link.access(race.first().at()), Link.access(race.second().at()));
      case Defect.UnorderedClose close ->
          List.of(Link.access(close.send()), Link.access(close.close()));
      case Defect.SentOnClosed _ -> List.of(Link.access(finding.location()));
      default -> List.of(Link.rule(finding));
    };
  }

  /** Whether common accesses join it, and not the one place where it is. */
  public boolean isOfRaces() {
    return links(first).stream().anyMatch(link -> link.what().equals("access"));
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
