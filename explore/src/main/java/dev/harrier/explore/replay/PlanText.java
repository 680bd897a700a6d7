package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InjectedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A plan as one word: {@code n1.3.z9+c1.4.0}, goroutines by their names to the base of 36; the
 * letters are those of {@link #print}.
 */
final class PlanText {
  private PlanText() {}

  static String print(Plan plan) {
    return plan.entries().stream().map(PlanText::print).collect(Collectors.joining("+"));
  }

  private static String print(PlanEntry entry) {
    return switch (entry) {
      case PlanEntry.Next e -> "n" + name(e.goroutine()) + "." + e.at() + "." + name(e.chosen());
      case PlanEntry.Case e -> "c" + name(e.goroutine()) + "." + e.at() + "." + e.chosen();
      case PlanEntry.Expiry e -> "t" + name(e.goroutine()) + "." + e.at();
      case PlanEntry.Computing e ->
          "e" + name(e.goroutine()) + "." + e.reading() + "." + e.micros();
      case PlanEntry.Fault e ->
          "f%s.%d.%s.%d".formatted(name(e.goroutine()), e.use(), e.fault().word(), e.bytes());
      case PlanEntry.Delay e ->
          "d%s.%d.%s.%d".formatted(name(e.goroutine()), e.operation(), name(e.other()), e.until());
      case PlanEntry.Return e ->
          "r%s.%d.%s.%d".formatted(name(e.goroutine()), e.at(), name(e.returning()), e.call());
      case PlanEntry.Preference e -> "p" + e.textOffset() + "." + e.cases() + "." + e.preferred();
      case PlanEntry.Patience e -> "w" + e.millis();
      case PlanEntry.InjectedDelay e -> "l" + e.textOffset() + "." + e.millis();
      case PlanEntry.AccessPoint e -> "a" + e.textOffset();
      case PlanEntry.Alternatives _ -> "v";
    };
  }

  private static String name(GoroutineName name) {
    return Long.toString(name.value(), Character.MAX_RADIX);
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
      return switch (word.charAt(0)) {
        case 'n' -> new PlanEntry.Next(name(parts[0]), number(parts[1]), name(parts[2]));
        case 'c' ->
            new PlanEntry.Case(name(parts[0]), number(parts[1]), Integer.parseInt(parts[2]));
        case 't' -> new PlanEntry.Expiry(name(parts[0]), number(parts[1]));
        case 'e' -> new PlanEntry.Computing(name(parts[0]), number(parts[1]), number(parts[2]));
        case 'f' ->
            new PlanEntry.Fault(
                name(parts[0]), number(parts[1]), InjectedFault.ofWord(parts[2]), number(parts[3]));
        case 'd' ->
            new PlanEntry.Delay(name(parts[0]), number(parts[1]), name(parts[2]), number(parts[3]));
        case 'r' ->
            new PlanEntry.Return(
                name(parts[0]), number(parts[1]), name(parts[2]), number(parts[3]));
        case 'p' ->
            new PlanEntry.Preference(
                number(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        case 'w' -> new PlanEntry.Patience(number(parts[0]));
        case 'l' -> new PlanEntry.InjectedDelay(number(parts[0]), number(parts[1]));
        case 'a' -> new PlanEntry.AccessPoint(number(parts[0]));
        case 'v' -> new PlanEntry.Alternatives();
        default -> throw ReplayCodeException.damaged("'%s' is not a decision".formatted(word));
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw ReplayCodeException.damaged("'%s' is not a decision".formatted(word));
    }
  }

  private static GoroutineName name(String text) {
    return new GoroutineName(Long.parseLong(text, Character.MAX_RADIX));
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }
}
