package dev.harrier.explore.transfer;

import java.util.Arrays;
import java.util.List;

/**
 * Which elements of one list are which of another, by a longest common subsequence: dynamic
 * programming over all pairs (Wagner and Fischer, JACM 1974), behind the beginning that both have.
 */
final class Alignment {
  /** Longer lists are compared from their beginnings up to this length: the table takes 36 MB. */
  private static final int MOST = 3000;

  private static final int NONE = -1;

  private final int[] images;

  /** From the elements of {@code one} to those of {@code other}. */
  Alignment(List<String> one, List<String> other) {
    images = new int[one.size()];
    Arrays.fill(images, NONE);
    int n = Math.min(MOST, one.size());
    int m = Math.min(MOST, other.size());
    int first = 0;
    while (first < n && first < m && one.get(first).equals(other.get(first))) {
      images[first] = first;
      first++;
    }
    align(one.subList(first, n), other.subList(first, m), first);
  }

  private void align(List<String> one, List<String> other, int offset) {
    int[][] length = new int[one.size() + 1][other.size() + 1];
    for (int i = one.size() - 1; i >= 0; i--) {
      for (int k = other.size() - 1; k >= 0; k--) {
        length[i][k] =
            one.get(i).equals(other.get(k))
                ? length[i + 1][k + 1] + 1
                : Math.max(length[i + 1][k], length[i][k + 1]);
      }
    }
    int i = 0;
    int k = 0;
    while (i < one.size() && k < other.size()) {
      if (one.get(i).equals(other.get(k))) {
        images[offset + i++] = offset + k++;
      } else if (length[i + 1][k] >= length[i][k + 1]) {
        i++;
      } else {
        k++;
      }
    }
  }

  /** The index in the other list, or -1 if it has no such element. */
  int of(int index) {
    return index < 0 || index >= images.length ? NONE : images[index];
  }
}
