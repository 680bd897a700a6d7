package dev.harrier.explore.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * What all runs of a target have shown, as numbers that can be kept.
 *
 * @param ranges of each pair's counter those that it has been in, a bit each
 * @param fullness by the place that made the channel
 * @param greatestScore of all orders so far
 */
public record FeedbackState(
    Map<Long, Integer> ranges,
    List<Long> created,
    List<Long> closed,
    List<Long> leftOpen,
    Map<Long, Double> fullness,
    double greatestScore) {
  public FeedbackState {
    ranges = Map.copyOf(ranges);
    created = List.copyOf(created);
    closed = List.copyOf(closed);
    leftOpen = List.copyOf(leftOpen);
    fullness = Map.copyOf(fullness);
  }

  /** What the runs of both have shown. */
  public FeedbackState joined(FeedbackState other) {
    return new FeedbackState(
        merged(ranges, other.ranges, (a, b) -> a | b),
        union(created, other.created),
        union(closed, other.closed),
        union(leftOpen, other.leftOpen),
        merged(fullness, other.fullness, Math::max),
        Math.max(greatestScore, other.greatestScore));
  }

  private static <V> Map<Long, V> merged(
      Map<Long, V> a, Map<Long, V> b, BinaryOperator<V> together) {
    Map<Long, V> all = new HashMap<>(a);
    b.forEach((key, value) -> all.merge(key, value, together));
    return all;
  }

  private static List<Long> union(List<Long> a, List<Long> b) {
    return Stream.concat(a.stream(), b.stream()).distinct().toList();
  }
}
