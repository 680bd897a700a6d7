package dev.harrier.report.text;

import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.Costs;
import dev.harrier.report.words.Proofs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The last lines of a finding: what proves it, whose it is, how to see it again, what to do. */
final class Footer {
  private Footer() {}

  /**
   * @param fix what to do, or where that is said
   */
  static void write(Finding finding, String fix, Lines lines) {
    finding.explanation().evidence().forEach(evidence -> scenario(evidence, lines));
    lines.labeled(
        finding.strength().isProven() ? "proof" : "basis",
        Proofs.besidesScenario(finding.explanation()));
    lines.labeled("cost", Costs.of(finding));
    boolean ofTest = !finding.test().isEmpty();
    lines.labeled(ofTest ? "test" : "seen", ofTest ? test(finding) : sightings(finding, ""));
    lines.labeled("replay", CommandWords.withRate(finding.witness()));
    lines.labeled("fix", fix);
  }

  /** What a generated test does, and why it may. */
  private static void scenario(Evidence evidence, Lines lines) {
    if (evidence instanceof Evidence.InScenario scenario) {
      String from = scenario.from().isEmpty() ? "" : "   (from " + scenario.from() + ")";
      List<String> setup =
          scenario.setup().stream()
              .filter(line -> !line.startsWith("_ = "))
              .flatMap(String::lines)
              .toList();
      lines.labeled("setup", setup.isEmpty() ? "" : setup.getFirst() + from);
      lines.below(setup.subList(Math.min(1, setup.size()), setup.size()));
      if (scenario.calls().size() == 1) {
        List<String> calls = scenario.calls().getFirst();
        lines.labeled("calls", calls.getFirst());
        lines.below(calls.subList(1, calls.size()));
      } else {
        lines.labeled("calls", "at the same time:");
        lines.indented(columns(scenario.calls()));
      }
    } else if (evidence instanceof Evidence.Contract contract) {
      lines.labeled("shared", Proofs.of(contract));
    } else if (evidence instanceof Evidence.Unguarded unguarded) {
      lines.labeled("lock", Proofs.of(unguarded));
    } else if (evidence instanceof Evidence.Returned returned) {
      lines.labeled("lock", Proofs.of(returned));
    }
  }

  /** A column for each goroutine. */
  private static List<String> columns(List<List<String>> calls) {
    List<Integer> widths =
        calls.stream()
            .map(column -> column.stream().mapToInt(String::length).max().orElse(0))
            .map(width -> Math.max(width, "goroutine 1".length()))
            .toList();
    int rows = calls.stream().mapToInt(List::size).max().orElse(0);
    List<String> table = new ArrayList<>();
    for (int row = -1; row < rows; row++) {
      StringJoiner line = new StringJoiner(" | ");
      for (int g = 0; g < calls.size(); g++) {
        String cell =
            row < 0
                ? "goroutine " + (g + 1)
                : row < calls.get(g).size() ? calls.get(g).get(row) : "";
        line.add(("%-" + widths.get(g) + "s").formatted(cell));
      }
      table.add(line.toString().stripTrailing());
    }
    return table;
  }

  private static String test(Finding finding) {
    String seen = sightings(finding, "seen ");
    return seen.isEmpty() ? finding.test() : finding.test() + ", " + seen;
  }

  private static String sightings(Finding finding, String verb) {
    List<String> parts = new ArrayList<>();
    if (finding.count() > 1 && Costs.of(finding).isEmpty()) {
      parts.add(String.format(Locale.ROOT, "%s%,d times", verb, finding.count()));
    }
    long first = finding.sightings().firstExecution();
    if (first > 0) {
      parts.add(String.format(Locale.ROOT, "first in execution %,d", first));
    }
    return String.join(", ", parts);
  }
}
