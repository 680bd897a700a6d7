package dev.harrier.analysis.predict.lock;

import dev.harrier.model.trace.LockMode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Enumerates the cycles of lock tuples: each asks for what the next one holds, all goroutines
 * differ, and no lock that two of them hold keeps them apart.
 *
 * <p>The search is depth-first, with a stack of its own, and begins each cycle at its first tuple,
 * so that none is found twice. As in Johnson's algorithm (SIAM J. Comput. 4, 1975) it begins only
 * where a cycle is left: after the cycles through a tuple it looks at the strongly connected
 * components of the others again. A ring is walked once.
 */
public final class LockCycles {
  /** Equal sets of places are tried this often: one of their instances may be possible. */
  private static final int INSTANCES = 32;

  /** Bounds of the whole search. */
  private static final int MOST_CYCLES = 2_000;

  private static final int MOST_STEPS = 2_000_000;

  /** The component of a tuple that is in no cycle with others. */
  private static final int ALONE = -1;

  private final List<LockTuple> tuples;
  private final TupleGraph graph;
  private final Map<Set<Integer>, Integer> instances = new HashMap<>();
  private final List<List<LockTuple>> found = new ArrayList<>();

  /** The strongly connected component of each tuple among those that no cycle began at yet. */
  private final int[] component;

  /** In ascending order. */
  private final Map<Integer, int[]> members = new HashMap<>();

  private final IntArrayList path = new IntArrayList();

  /** The next edge of each tuple on the path. */
  private final int[] nextEdge;

  private final LongOpenHashSet goroutines = new LongOpenHashSet();
  private final HeldOnPath held = new HeldOnPath();
  private int components;
  private int steps;

  private LockCycles(List<LockTuple> tuples) {
    this.tuples = tuples;
    this.graph = new TupleGraph(tuples);
    this.component = new int[tuples.size()];
    this.nextEdge = new int[tuples.size()];
    int[] all = new int[tuples.size()];
    Arrays.setAll(all, i -> i);
    divide(all);
  }

  /**
   * What was found.
   *
   * @param whole whether all cycles were looked at; else a bound was reached
   */
  public record Result(List<List<LockTuple>> cycles, boolean whole) {}

  public static Result of(List<LockTuple> tuples) {
    LockCycles search = new LockCycles(tuples);
    for (int first = 0; first < tuples.size() && !search.isExhausted(); first++) {
      search.beginningAt(first);
    }
    return new Result(search.found, !search.isExhausted());
  }

  private boolean isExhausted() {
    return steps > MOST_STEPS || found.size() >= MOST_CYCLES;
  }

  /**
   * The cycles whose first tuple is this one; afterwards the others of its component are divided.
   */
  private void beginningAt(int first) {
    int mine = component[first];
    int[] all = mine == ALONE ? null : members.remove(mine);
    if (all == null) {
      return;
    }
    enter(first);
    while (!path.isEmpty()) {
      int last = path.topInt();
      int[] edges = graph.successors(last);
      if (nextEdge[last] == edges.length || isExhausted()) {
        leave();
        continue;
      }
      int successor = edges[nextEdge[last]++];
      steps++;
      if (successor == first && path.size() > 1) {
        add();
      } else if (successor > first && component[successor] == mine && fits(successor)) {
        enter(successor);
      }
    }
    steps += all.length;
    divide(Arrays.copyOfRange(all, 1, all.length));
  }

  private void enter(int next) {
    path.push(next);
    nextEdge[next] = 0;
    goroutines.add(tuples.get(next).goroutine().value());
    held.add(tuples.get(next).held());
  }

  private void leave() {
    LockTuple last = tuples.get(path.popInt());
    goroutines.remove(last.goroutine().value());
    held.remove(last.held());
  }

  private boolean fits(int candidate) {
    LockTuple tuple = tuples.get(candidate);
    return !goroutines.contains(tuple.goroutine().value()) && !held.keepsOut(tuple.held());
  }

  private void add() {
    Set<Integer> places = new HashSet<>();
    path.forEach(i -> places.add(tuples.get(i).stack().value()));
    if (instances.merge(places, 1, Integer::sum) <= INSTANCES) {
      found.add(path.intStream().mapToObj(tuples::get).toList());
    }
  }

  /** Gives new components to these tuples, in ascending order, which have no cycle with others. */
  private void divide(int[] members) {
    for (int[] part : graph.components(members)) {
      if (part.length > 1) {
        for (int member : part) {
          component[member] = components;
        }
        this.members.put(components++, part);
      } else {
        component[part[0]] = ALONE;
      }
    }
  }

  /** The locks that the tuples of a path hold, and how many of them hold each. */
  private static final class HeldOnPath {
    private final Long2IntOpenHashMap holders = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap writers = new Long2IntOpenHashMap();

    void add(List<Acquisition> holds) {
      count(holds, 1);
    }

    void remove(List<Acquisition> holds) {
      count(holds, -1);
    }

    /**
     * Whether a goroutine on the path holds one of these locks in a mode that excludes the other.
     */
    boolean keepsOut(List<Acquisition> holds) {
      for (Acquisition hold : holds) {
        Long2IntOpenHashMap rivals = hold.mode() == LockMode.WRITE ? holders : writers;
        if (rivals.get(hold.lock().value()) > 0) {
          return true;
        }
      }
      return false;
    }

    private void count(List<Acquisition> holds, int by) {
      for (Acquisition hold : holds) {
        holders.addTo(hold.lock().value(), by);
        if (hold.mode() == LockMode.WRITE) {
          writers.addTo(hold.lock().value(), by);
        }
      }
    }
  }
}
