package dev.harrier.bench.oracle;

import java.util.Arrays;

/**
 * Happens-before as vector clocks, and the variables whose accesses it does not order. Without
 * variables all clocks are empty.
 */
final class Clocks {
  private static final int[] NONE = {};

  private final int[][] known;
  private final int[][] reads;
  private final int[][] writes;
  private int races;

  public Clocks(int goroutines, int variables) {
    known = new int[variables == 0 ? 0 : goroutines][goroutines];
    for (int g = 0; g < known.length; g++) {
      known[g][g] = 1;
    }
    reads = new int[variables][goroutines];
    writes = new int[variables][goroutines];
  }

  private Clocks(Clocks other) {
    known = copy(other.known);
    reads = copy(other.reads);
    writes = copy(other.writes);
    races = other.races;
  }

  private static int[][] copy(int[][] all) {
    int[][] copy = new int[all.length][];
    for (int i = 0; i < all.length; i++) {
      copy[i] = all[i].clone();
    }
    return copy;
  }

  Clocks copy() {
    return known.length == 0 ? this : new Clocks(this);
  }

  /** What a goroutine knows; what it does from here on is later. */
  int[] release(int g) {
    if (known.length == 0) {
      return NONE;
    }
    int[] released = known[g].clone();
    known[g][g]++;
    return released;
  }

  void acquire(int g, int[] released) {
    if (known.length != 0) {
      known[g] = join(known[g], released);
      known[g][g] = Math.max(1, known[g][g]);
    }
  }

  /** A clock that knows what both know; neither is changed. */
  static int[] join(int[] one, int[] other) {
    int[] joined = Arrays.copyOf(one, Math.max(one.length, other.length));
    for (int i = 0; i < other.length; i++) {
      joined[i] = Math.max(joined[i], other[i]);
    }
    return joined;
  }

  void access(int g, int variable, boolean writes) {
    check(g, variable, this.writes[variable]);
    if (writes) {
      check(g, variable, reads[variable]);
    }
    (writes ? this.writes : reads)[variable][g] = known[g][g];
  }

  private void check(int g, int variable, int[] accesses) {
    for (int other = 0; other < accesses.length; other++) {
      if (other != g && accesses[other] > known[g][other]) {
        races |= 1 << variable;
      }
    }
  }

  /** A bit for each variable that raced. */
  int races() {
    return races;
  }

  void describe(StringBuilder key) {
    for (int[][] all : new int[][][] {known, reads, writes}) {
      for (int[] clock : all) {
        describe(clock, key);
      }
    }
    key.append((char) races);
  }

  static void describe(int[] clock, StringBuilder key) {
    for (int time : clock) {
      key.append((char) time);
    }
    key.append('\uffff');
  }
}
