package dev.harrier.analysis.predict;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Enumerates the cycles of lock tuples: each asks for what the next one holds, all goroutines
 * differ, and no lock that two of them hold keeps them apart. The search is depth-first and begins
 * each cycle at its first tuple, so that none is found twice.
 */
final class LockCycles {
  /** Equal sets of places are tried this often: one of their instances may be possible. */
  private static final int INSTANCES = 32;

  /** Bounds of the whole search. */
  private static final int MOST_CYCLES = 2_000;

  private static final int MOST_STEPS = 2_000_000;

  private final List<LockTuple> tuples;
  private final Map<Integer, int[]> successors = new HashMap<>();
  private final Map<Set<Integer>, Integer> instances = new HashMap<>();
  private final List<List<LockTuple>> found = new ArrayList<>();
  private final List<LockTuple> path = new ArrayList<>();
  private final BitSet onPath = new BitSet();
  private final Map<Object, List<Integer>> holders = new HashMap<>();
  private final Map<Object, List<Integer>> writers = new HashMap<>();
  private int steps;

  private LockCycles(List<LockTuple> tuples) {
    this.tuples = tuples;
    for (int i = 0; i < tuples.size(); i++) {
      LockTuple tuple = tuples.get(i);
      for (Hold hold : tuple.held()) {
        holders.computeIfAbsent(hold.lock(), _ -> new ArrayList<>()).add(i);
      }
      writers.computeIfAbsent(tuple.lock(), _ -> new ArrayList<>()).add(i);
    }
  }

  static List<List<LockTuple>> of(List<LockTuple> tuples) {
    LockCycles search = new LockCycles(tuples);
    for (int first = 0; first < tuples.size() && !search.isExhausted(); first++) {
      search.extend(first, first);
    }
    return search.found;
  }

  private boolean isExhausted() {
    return steps > MOST_STEPS || found.size() >= MOST_CYCLES;
  }

  private void extend(int first, int next) {
    LockTuple tuple = tuples.get(next);
    path.add(tuple);
    onPath.set(next);
    for (int successor : successors.computeIfAbsent(next, this::successorsOf)) {
      steps++;
      if (isExhausted()) {
        break;
      }
      if (successor == first && path.size() > 1) {
        add();
      } else if (successor > first && !onPath.get(successor) && fits(tuples.get(successor))) {
        extend(first, successor);
      }
    }
    onPath.clear(next);
    path.removeLast();
  }

  private boolean fits(LockTuple candidate) {
    for (LockTuple member : path) {
      if (member.goroutine().equals(candidate.goroutine()) || member.isKeptApartFrom(candidate)) {
        return false;
      }
    }
    return true;
  }

  private void add() {
    Set<Integer> places = new HashSet<>();
    path.forEach(t -> places.add(t.stack().value()));
    if (instances.merge(places, 1, Integer::sum) <= INSTANCES) {
      found.add(List.copyOf(path));
    }
  }

  private int[] successorsOf(int index) {
    LockTuple tuple = tuples.get(index);
    Set<Integer> all = new HashSet<>();
    for (int other : holders.getOrDefault(tuple.lock(), List.of())) {
      if (tuples.get(other).blocks(tuple)) {
        all.add(other);
      }
    }
    for (int other : writers.getOrDefault(tuple.lock(), List.of())) {
      if (tuples.get(other).isAheadOf(tuple)) {
        all.add(other);
      }
    }
    all.removeIf(other -> tuples.get(other).goroutine().equals(tuple.goroutine()));
    return all.stream().mapToInt(Integer::intValue).sorted().toArray();
  }
}
