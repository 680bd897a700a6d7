package dev.harrier.explore.order;

import java.util.Map;
import java.util.Set;

/**
 * What one run did with channels: GFuzz's Table 1. Channels are known by the place that makes them.
 *
 * @param pairs CountChOpPair: how often each two operations followed each other on a channel
 * @param created CreateCh
 * @param closed CloseCh
 * @param leftOpen NotCloseCh: of these at least one channel was not closed at the end
 * @param fullness MaxChBufFull: of each buffered channel the greatest part of the buffer that was
 *     in use, above 0 up to 1
 */
public record Measures(
    Map<PairId, Integer> pairs,
    Set<OperationId> created,
    Set<OperationId> closed,
    Set<OperationId> leftOpen,
    Map<OperationId, Double> fullness) {
  /** Of a run without channels. */
  public static final Measures NONE =
      new Measures(Map.of(), Set.of(), Set.of(), Set.of(), Map.of());

  public Measures {
    pairs = Map.copyOf(pairs);
    created = Set.copyOf(created);
    closed = Set.copyOf(closed);
    leftOpen = Set.copyOf(leftOpen);
    fullness = Map.copyOf(fullness);
  }

  /** Equation 1. */
  public double score() {
    double counts = 0;
    for (int count : pairs.values()) {
      counts += Math.log(count) / Math.log(2);
    }
    double full = fullness.values().stream().mapToDouble(Double::doubleValue).sum();
    return counts + 10 * created.size() + 10 * closed.size() + 10 * full;
  }
}
