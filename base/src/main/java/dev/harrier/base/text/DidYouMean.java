package dev.harrier.base.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What someone may have meant by a word that is none. */
public final class DidYouMean {
  private DidYouMean() {}

  /** A question to put behind a refusal: the known word that is the most like it, if any is. */
  public static String of(String word, Collection<String> known) {
    // Of a word of two letters nearly all others are a letter away.
    int bound = word.replace("-", "").length() / 3;
    Optional<String> nearest =
        known.stream()
            .filter(other -> distance(word, other) <= bound)
            .min(Comparator.comparingInt(other -> distance(word, other)));
    return nearest.map("; did you mean '%s'?"::formatted).orElse("");
  }

  /** How many letters are changed, left out, added or swapped with the next one. */
  private static int distance(String one, String other) {
    int[][] costs = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        costs[i][j] = i == 0 || j == 0 ? i + j : cost(one, other, costs, i, j);
      }
    }
    return costs[one.length()][other.length()];
  }

  private static int cost(String one, String other, int[][] costs, int i, int j) {
    boolean same = one.charAt(i - 1) == other.charAt(j - 1);
    int cost =
        Math.min(
            costs[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1);
    return swapped ? Math.min(cost, costs[i - 2][j - 2] + 1) : cost;
  }
}
