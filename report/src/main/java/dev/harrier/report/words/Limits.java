package dev.harrier.report.words;

import dev.harrier.model.finding.Limit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was not looked at. */
public final class Limits {
  private Limits() {}

  /** A sentence for each, with its number. */
  public static List<String> of(Map<Limit, Long> limits) {
    return limits.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> "not everything was analysed: " + of(e.getKey(), e.getValue()))
        .toList();
  }

  private static String of(Limit limit, long number) {
    String n = String.format(Locale.ROOT, "%,d", number);
    return switch (limit) {
      case LOCKS_AT_ONCE ->
          "goroutines held too many locks at once for predictions, " + n + " times";
      case REQUESTS -> n + " lock requests were too many for predictions";
      case CYCLES -> n + " possible lock cycles were not followed to their end";
      case GOROUTINES -> n + " goroutines in lock cycles could not be put in order";
      case WAITS -> n + " waits while holding a lock were not analysed";
      case CLOCKS ->
          "nothing was predicted, since the order of what "
              + n
              + " goroutines did would have taken too much memory";
      case LOST_EVENTS -> "nothing was predicted across gaps in the traces (" + n + ")";
    };
  }
}
