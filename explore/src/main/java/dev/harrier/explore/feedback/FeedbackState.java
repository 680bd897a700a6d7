package dev.harrier.explore.feedback;

import java.util.List;
import java.util.Map;

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
}
