package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A plan as one word: {@code n1.3.2+c1.4.0}; the letters are those of {@link #print}. */
final class PlanText {
  private PlanText() {}

  static String print(Plan plan) {
    return plan.entries().stream().map(PlanText::print).collect(Collectors.joining("+"));
  }

  private static String print(PlanEntry entry) {
    return switch (entry) {
      case PlanEntry.Next e -> "n" + e.goroutine() + "." + e.at() + "." + e.chosen();
      case PlanEntry.Case e -> "c" + e.goroutine() + "." + e.at() + "." + e.chosen();
      case PlanEntry.Expiry e -> "t" + e.goroutine() + "." + e.at();
      case PlanEntry.Delay e ->
          "h" + e.goroutine() + "." + e.operation() + "." + e.other() + "." + e.until();
      case PlanEntry.Preference e -> "p" + e.textOffset() + "." + e.cases() + "." + e.preferred();
      case PlanEntry.Patience e -> "w" + e.millis();
    };
  }

  static Plan parse(String text) throws ReplayCodeException {
    List<PlanEntry> entries = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split("\\+", -1)) {
      entries.add(entry(word));
    }
    return new Plan(entries);
  }

  private static PlanEntry entry(String word) throws ReplayCodeException {
    try {
      String[] parts = word.substring(1).split("\\.", -1);
      long[] n = new long[parts.length];
      for (int i = 0; i < n.length; i++) {
        n[i] = Long.parseLong(parts[i]);
      }
      return switch (word.charAt(0)) {
        case 'n' -> new PlanEntry.Next((int) n[0], n[1], (int) n[2]);
        case 'c' -> new PlanEntry.Case((int) n[0], n[1], (int) n[2]);
        case 't' -> new PlanEntry.Expiry((int) n[0], n[1]);
        case 'h' ->
            n.length == 2
                ? new PlanEntry.Delay((int) n[0], n[1])
                : new PlanEntry.Delay((int) n[0], n[1], (int) n[2], n[3]);
        case 'p' -> new PlanEntry.Preference(n[0], (int) n[1], (int) n[2]);
        case 'w' -> new PlanEntry.Patience(n[0]);
        default -> throw new ReplayCodeException("'%s' is no decision".formatted(word));
      };
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new ReplayCodeException("'%s' is no decision".formatted(word));
    }
  }
}
