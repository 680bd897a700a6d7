package dev.harrier.analysis.predict;

import dev.harrier.model.finding.Limit;
import java.util.EnumMap;
import java.util.Map;

/** Counts what is not looked at. */
final class Limits {
  private final Map<Limit, Long> counts = new EnumMap<>(Limit.class);

  void add(Limit limit, long count) {
    counts.merge(limit, count, Long::sum);
  }

  Map<Limit, Long> all() {
    return counts;
  }
}
