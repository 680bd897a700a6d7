package dev.harrier.explore.order;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What all runs of one target so far have shown. Not for several threads at a time. */
public final class Feedback {
  private static final int MUTATIONS = 5;

  /** The ranges that a pair's counter has been in; bit N stands for (2^(N-1), 2^N]. */
  private final Map<PairId, Integer> ranges = new HashMap<>();

  private final Set<OperationId> created = new HashSet<>();
  private final Set<OperationId> closed = new HashSet<>();
  private final Set<OperationId> leftOpen = new HashSet<>();
  private final Map<OperationId, Double> fullness = new HashMap<>();
  private double greatestScore;

  /** No run yet. */
  public Feedback() {}

  /** Continues where another exploration ended. */
  public Feedback(FeedbackState state) {
    state.ranges().forEach((pair, seen) -> ranges.put(new PairId(pair), seen));
    state.created().forEach(place -> created.add(new OperationId(place)));
    state.closed().forEach(place -> closed.add(new OperationId(place)));
    state.leftOpen().forEach(place -> leftOpen.add(new OperationId(place)));
    state.fullness().forEach((place, full) -> fullness.put(new OperationId(place), full));
    greatestScore = state.greatestScore();
  }

  /** As it is now. */
  public FeedbackState state() {
    return new FeedbackState(
        ranges.entrySet().stream()
            .collect(Collectors.toMap(e -> e.getKey().value(), Map.Entry::getValue)),
        values(created),
        values(closed),
        values(leftOpen),
        fullness.entrySet().stream()
            .collect(Collectors.toMap(e -> e.getKey().value(), Map.Entry::getValue)),
        greatestScore);
  }

  private static List<Long> values(Set<OperationId> places) {
    return places.stream().map(OperationId::value).toList();
  }

  /** Takes in a run and says what was new in it; empty if its order is not interesting. */
  public Set<NewBehavior> judge(Measures run) {
    Set<NewBehavior> news = EnumSet.noneOf(NewBehavior.class);
    run.pairs()
        .forEach((pair, count) -> {
          int range = 1 << range(count);
          int before = ranges.getOrDefault(pair, 0);
          if (before == 0) {
            news.add(NewBehavior.NEW_PAIR);
          } else if ((before & range) == 0) {
            news.add(NewBehavior.NEW_COUNT);
          }
          ranges.put(pair, before | range);
        });
    if (created.addAll(run.created())) {
      news.add(NewBehavior.NEW_CHANNEL);
    }
    if (closed.addAll(run.closed())) {
      news.add(NewBehavior.NEW_CLOSE);
    }
    if (leftOpen.addAll(run.leftOpen())) {
      news.add(NewBehavior.NEW_OPEN);
    }
    run.fullness()
        .forEach((channel, full) -> {
          if (full > fullness.getOrDefault(channel, 0.0)) {
            fullness.put(channel, full);
            news.add(NewBehavior.FULLER);
          }
        });
    return news;
  }

  /**
   * How many mutations an order deserves: its score in proportion to the greatest score of the
   * orders before it, times five, rounded up (GFuzz, section 5.2).
   */
  public int mutations(Measures run) {
    double score = run.score();
    double greatest = greatestScore == 0 ? score : greatestScore;
    greatestScore = Math.max(greatestScore, score);
    return score == 0 ? 0 : (int) Math.ceil(score / greatest * MUTATIONS);
  }

  /** The N for which {@code count} is in (2^(N-1), 2^N]. */
  static int range(int count) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }
}
