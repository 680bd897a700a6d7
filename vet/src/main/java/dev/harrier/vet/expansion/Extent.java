package dev.harrier.vet.expansion;

import java.util.List;

/**
 * How far calls are followed.
 *
 * @param reach how many calls away from code that can name the variables of the root
 * @param depth how many calls within each other, starts of goroutines among them
 */
public record Extent(int reach, int depth) {
  /** What most functions have room for. */
  public static final Extent FULL = new Extent(2, 12);

  /** What is tried where a graph grows too large, one after the other. */
  public static final List<Extent> SMALLER =
      List.of(
          new Extent(1, 12),
          new Extent(0, 12),
          new Extent(0, 6),
          new Extent(0, 4),
          new Extent(0, 3),
          new Extent(0, 2),
          new Extent(0, 1));

  /** Whether calls are left alone that matter. */
  boolean isReduced() {
    return !equals(FULL);
  }
}
