package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Operations of two goroutines around those that conflict, and that a failing execution has in one
 * order and a passing one has not.
 */
final class Candidates {
  /** So many operations after the decision are compared. */
  private static final int MOST = 400;

  /** The goroutine of the former operations and that of the latter. */
  private record Goroutines(GoroutineName former, GoroutineName latter) {}

  private final NavigableMap<Long, Entry> formers = new TreeMap<>();
  private final NavigableMap<Long, Entry> latters = new TreeMap<>();

  private Candidates() {}

  /**
   * Those of each two goroutines, the likeliest first: before all others those whose operations the
   * module's own code does, because a reader can change nothing else.
   *
   * @param most so many of either
   * @param since where in the failing execution the two begin to differ, as an order of events
   * @param decision by which they differ
   */
  static List<Candidates> of(
      OperationLog failing, OperationLog passing, long since, PlanEntry decision, int most) {
    List<Candidates> inModule = of(failing, passing, since, decision, Entry::isInModule);
    Stream<Candidates> others =
        of(failing, passing, since, decision, _ -> true).stream()
            .filter(some -> inModule.stream().noneMatch(some::isSameAs));
    return Stream.of(inModule.stream(), others).flatMap(s -> s.limit(most)).toList();
  }

  private boolean isSameAs(Candidates other) {
    return formers.equals(other.formers) && latters.equals(other.latters);
  }

  private static List<Candidates> of(
      OperationLog failing,
      OperationLog passing,
      long since,
      PlanEntry decision,
      Predicate<Entry> wanted) {
    Map<OperationLog.Spot, Integer> before = passing.places();
    List<Entry> after =
        failing.entries().stream()
            .filter(e -> e.operation().order() > since)
            .filter(wanted)
            .limit(MOST)
            .toList();
    Map<OperationLog.Spot, Integer> reached = failing.places();
    // An operation that only the passing execution gets to comes too late in the failing one. The
    // goroutine of a latter one is stopped where it still is as in the passing execution.
    List<Entry> latters =
        Stream.concat(
                after.stream()
                    .map(e ->
                        before.containsKey(e.spot())
                            ? e.counted(passing.entries().get(before.get(e.spot())).key())
                            : e),
                passing.entries().stream()
                    .filter(e -> !reached.containsKey(e.spot()))
                    .filter(wanted)
                    .limit(MOST))
            .toList();
    Map<Goroutines, Candidates> all = new LinkedHashMap<>();
    for (int i = 0; i < after.size(); i++) {
      Entry former = after.get(i);
      for (Entry latter : latters.subList(i + 1, latters.size())) {
        if (failing.conflict(former, latter) && !isInOrder(former, latter, before)) {
          Goroutines both = new Goroutines(former.key().goroutine(), latter.key().goroutine());
          Candidates some = all.computeIfAbsent(both, _ -> new Candidates());
          some.formers.put(former.key().number(), former);
          some.latters.put(latter.key().number(), latter);
        }
      }
    }
    all.forEach((both, some) -> some.fill(both, after, latters));
    return all.entrySet().stream()
        .sorted(Comparator.comparingInt(e -> rank(e.getKey(), decision)))
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * Takes in what the two goroutines do between these operations: what decides may be one whose
   * object only the library knows, such as the channel of a context.
   */
  private void fill(Goroutines both, List<Entry> after, List<Entry> all) {
    long from = latters.firstKey();
    long to = latters.lastKey();
    long first = formers.firstKey();
    for (int i = 0; i < all.size(); i++) {
      Entry latter = all.get(i);
      long number = latter.key().number();
      if (latter.key().goroutine().equals(both.latter) && number >= from && number <= to) {
        latters.put(number, latter);
        if (number == to) {
          return; // what comes later in the failing execution is not what decided
        }
      }
      if (i < after.size()) {
        Entry former = after.get(i);
        if (former.key().goroutine().equals(both.former) && former.key().number() >= first) {
          formers.put(former.key().number(), former);
        }
      }
    }
  }

  /** Whether the passing execution has the two in the same order. */
  private static boolean isInOrder(
      Entry former, Entry latter, Map<OperationLog.Spot, Integer> places) {
    Integer first = places.get(former.spot());
    Integer second = places.get(latter.spot());
    return second == null || (first != null && first < second);
  }

  /** The goroutine that the decision lets run does something before the one that it stops. */
  private static int rank(Goroutines both, PlanEntry decision) {
    if (!(decision instanceof PlanEntry.Next next)) {
      return 0;
    }
    boolean chosen = both.former.equals(next.chosen());
    boolean stopped = both.latter.equals(next.goroutine());
    return chosen && stopped ? 0 : chosen ? 1 : stopped ? 2 : 3;
  }

  /** The former operations, in the order of their goroutine. */
  List<Entry> formers() {
    return List.copyOf(formers.values());
  }

  /** The latter operations, in the order of their goroutine. */
  List<Entry> latters() {
    return List.copyOf(latters.values());
  }
}
