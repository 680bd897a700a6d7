package dev.harrier.explore.loop;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * How likely the next execution of a test is to show an interleaving that none has shown: the share
 * of executions whose interleaving no other one has, as Good and Turing estimate the unseen (I. J.
 * Good, Biometrika 1953; M. Böhme, STADS, TOSEM 2018).
 */
final class Novelty {
  /** Fewer executions than this say nothing about rare interleavings. */
  private static final int LEAST = 1_000;

  /** At most so many interleavings are remembered; a test with more has enough that are new. */
  private static final int MOST = 1 << 18;

  /** Less than this many new interleavings are expected of the next thousand executions. */
  private static final double FEW = 0.1;

  private final LongOpenHashSet once = new LongOpenHashSet();
  private final LongOpenHashSet again = new LongOpenHashSet();
  private long executions;

  /** An execution with that digest of its interleaving. */
  void see(long interleaving) {
    if (once.size() + again.size() >= MOST) {
      return;
    }
    executions++;
    if (once.remove(interleaving)) {
      again.add(interleaving);
    } else if (!again.contains(interleaving)) {
      once.add(interleaving);
    }
  }

  /** How many were seen. */
  long executions() {
    return executions;
  }

  /** From 0 to 1; where all were seen twice, as if one had not been. */
  double chance() {
    return Math.max(1, once.size()) / (double) Math.max(1, executions);
  }

  /** Whether more executions would hardly show anything new. */
  boolean isExhausted() {
    return executions >= LEAST && once.size() * 1_000.0 < FEW * executions;
  }
}
