package dev.harrier.explore.minimize;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Delta debugging: a smaller list that still passes a test. */
final class Ddmin {
  private Ddmin() {}

  /** A test that may fail for reasons of its own, or refuse when its budget is spent. */
  @FunctionalInterface
  interface Check<T, X extends Exception> {
    boolean holds(List<T> candidate) throws X;
  }

  /**
   * Leaves out elements as long as the check holds.
   *
   * @param start a list for which it holds
   * @param stop asked before each check whether to be content with what there is: a list may be
   *     long, and all that could be left out of it takes the square of that
   * @return a list for which it was seen to hold, in the order of {@code start}
   */
  static <T, X extends Exception> List<T> minimize(
      List<T> start, Check<T, X> check, BooleanSupplier stop) throws X {
    List<T> best = List.copyOf(start);
    int parts = 2;
    while (!best.isEmpty() && !stop.getAsBoolean()) {
      List<T> smaller = smaller(best, Math.min(parts, best.size()), check, stop);
      if (smaller.size() < best.size()) {
        best = smaller;
        parts = Math.max(2, parts - 1);
      } else if (parts < best.size()) {
        parts = Math.min(best.size(), 2 * parts);
      } else {
        break;
      }
    }
    return best;
  }

  /** The list without one of its parts, or as it is if none can be spared. */
  private static <T, X extends Exception> List<T> smaller(
      List<T> list, int parts, Check<T, X> check, BooleanSupplier stop) throws X {
    // What came last is the likeliest to be superfluous: it came after the defect.
    for (int part = parts - 1; part >= 0 && !stop.getAsBoolean(); part--) {
      int from = (int) ((long) list.size() * part / parts);
      int to = (int) ((long) list.size() * (part + 1) / parts);
      List<T> rest = new ArrayList<>(list.subList(0, from));
      rest.addAll(list.subList(to, list.size()));
      if (check.holds(rest)) {
        return rest;
      }
    }
    return list;
  }
}
