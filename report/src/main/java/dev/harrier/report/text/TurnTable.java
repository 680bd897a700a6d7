package dev.harrier.report.text;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Lays an interleaving out in lines: a column for each goroutine, then the reasons of switches. */
final class TurnTable {
  private static final int GAP = 2;

  /** A row that is longer, such as one with the message of an assertion, widens no column. */
  private static final int WIDEST = 100;

  private TurnTable() {}

  /**
   * @param decides which rows are marked, if there is one
   */
  static List<String> lines(Interleaving interleaving, Predicate<Operation> decides) {
    List<String> marks =
        interleaving.turns().stream().anyMatch(turn -> decides.test(turn.operation()))
            ? List.of("> ", "  ")
            : List.of("", "");
    List<GoroutineId> columns = interleaving.goroutines();
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      GoroutineId column = columns.get(i);
      widths[i] =
          interleaving.turns().stream()
              .filter(turn -> turn.operation().goroutine().equals(column))
              .mapToInt(turn -> Math.min(WIDEST, ActionWords.of(turn).length()))
              .reduce(column.toString().length(), Math::max);
    }
    List<String> lines = new ArrayList<>();
    lines.add(marks.getLast() + heading(columns, widths));
    for (int i = 0; i < interleaving.turns().size(); i++) {
      Turn turn = interleaving.turns().get(i);
      int omitted = interleaving.omittedBefore(i);
      if (omitted > 0) {
        lines.add(
            marks.getLast()
                + "... "
                + Plurals.count(omitted, "operation")
                + (i == 0 ? " before" : ""));
      }
      Turns.jump(turn).ifPresent(jump -> lines.add(marks.getLast() + jump));
      String mark = decides.test(turn.operation()) ? marks.getFirst() : marks.getLast();
      lines.add((mark + row(turn, columns, widths)).stripTrailing());
    }
    return lines;
  }

  private static String heading(List<GoroutineId> columns, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      cell(line, columns.get(i).toString(), widths[i]);
    }
    return line.append("why now").toString();
  }

  private static String row(Turn turn, List<GoroutineId> columns, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      cell(
          line,
          columns.get(i).equals(turn.operation().goroutine()) ? ActionWords.of(turn) : "",
          widths[i]);
    }
    return line.append(Turns.reason(turn.reason())).toString().stripTrailing();
  }

  private static void cell(StringBuilder line, String text, int width) {
    line.append(text).append(" ".repeat(Math.max(0, width - text.length()) + GAP));
  }
}
