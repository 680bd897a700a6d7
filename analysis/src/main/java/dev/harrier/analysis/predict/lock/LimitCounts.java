package dev.harrier.analysis.predict.lock;

import dev.harrier.model.finding.Limit;
import java.util.EnumMap;
import java.util.Map;

/** Counts what is not looked at. */
public final class LimitCounts {
  private final Map<Limit, Long> counts = new EnumMap<>(Limit.class);

  public void add(Limit limit, long count) {
    counts.merge(limit, count, Long::sum);
  }

  public Map<Limit, Long> all() {
    return counts;
  }
}
