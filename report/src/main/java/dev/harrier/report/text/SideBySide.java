package dev.harrier.report.text;

import dev.harrier.model.finding.Interleaving;
import java.util.ArrayList;
import java.util.List;

/** Lays out what two runs did, next to each other. */
final class SideBySide {
  private static final String BETWEEN = "  |  ";

  private SideBySide() {}

  /** Lines without their ends; the first has the titles. */
  static List<String> lines(
      String leftTitle, Interleaving left, String rightTitle, Interleaving right) {
    List<String> lefts = new ArrayList<>(List.of(leftTitle));
    lefts.addAll(TurnTable.lines(left));
    List<String> rights = new ArrayList<>(List.of(rightTitle));
    rights.addAll(TurnTable.lines(right));
    int width = lefts.stream().mapToInt(String::length).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(lefts.size(), rights.size()); i++) {
      String one = i < lefts.size() ? lefts.get(i) : "";
      String other = i < rights.size() ? rights.get(i) : "";
      lines.add((one + " ".repeat(width - one.length()) + BETWEEN + other).stripTrailing());
    }
    return lines;
  }
}
