package dev.harrier.analysis.predict.lock;

import dev.harrier.analysis.graph.Components;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lock tuples as a graph: an edge leads to what a tuple would have to wait for. */
final class TupleGraph {
  private final List<LockTuple> tuples;
  private final Map<ObjectId, IntArrayList> holders = new HashMap<>();
  private final Map<ObjectId, IntArrayList> askers = new HashMap<>();
  private final int[] @Nullable [] successors;
  private final int[] local;

  TupleGraph(List<LockTuple> tuples) {
    this.tuples = tuples;
    this.successors = new int[tuples.size()] @Nullable [];
    this.local = new int[tuples.size()];
    Arrays.fill(local, -1);
    for (int i = 0; i < tuples.size(); i++) {
      for (Acquisition hold : tuples.get(i).held()) {
        holders.computeIfAbsent(hold.lock(), _ -> new IntArrayList(2)).add(i);
      }
      askers.computeIfAbsent(tuples.get(i).lock(), _ -> new IntArrayList(2)).add(i);
    }
  }

  /** The tuples of other goroutines that this one would have to wait for, in ascending order. */
  int[] successors(int index) {
    int[] known = successors[index];
    if (known == null) {
      known = compute(tuples.get(index));
      successors[index] = known;
    }
    return known;
  }

  private int[] compute(LockTuple tuple) {
    IntSortedSet all = new IntRBTreeSet();
    for (int other : at(holders, tuple.lock())) {
      if (tuples.get(other).blocks(tuple)) {
        all.add(other);
      }
    }
    for (int other : at(askers, tuple.lock())) {
      if (tuples.get(other).isAheadOf(tuple)) {
        all.add(other);
      }
    }
    all.removeIf(other -> tuples.get(other).goroutine().equals(tuple.goroutine()));
    return all.toIntArray();
  }

  /**
   * Divides some tuples, in ascending order, so that all cycles among them stay within a part.
   * Edges lead through nodes for "a lock in a mode": there are as many as tuples and holds, where
   * those from tuple to tuple can be the square of that.
   */
  List<int[]> components(int[] members) {
    List<IntArrayList> edges = new ArrayList<>();
    for (int i = 0; i < members.length; i++) {
      local[members[i]] = i;
      edges.add(new IntArrayList(1));
    }
    Map<ObjectId, Integer> nodes = new HashMap<>();
    for (int i = 0; i < members.length; i++) {
      LockTuple tuple = tuples.get(members[i]);
      int node = nodes.computeIfAbsent(tuple.lock(), lock -> addLock(lock, edges));
      edges.get(i).add(tuple.mode() == LockMode.WRITE ? node : node + 1);
    }
    int[] part = Components.of(edges.stream().map(IntArrayList::toIntArray).toArray(int[][]::new));
    Map<Integer, IntArrayList> parts = new HashMap<>();
    for (int i = 0; i < members.length; i++) {
      parts.computeIfAbsent(part[i], _ -> new IntArrayList(1)).add(members[i]);
      local[members[i]] = -1;
    }
    return parts.values().stream().map(IntArrayList::toIntArray).toList();
  }

  /** The node of a goroutine that wants to write, and behind it that of one that wants to read. */
  private int addLock(ObjectId lock, List<IntArrayList> edges) {
    IntArrayList write = new IntArrayList(2);
    IntArrayList read = new IntArrayList(2);
    for (int holder : at(holders, lock)) {
      if (local[holder] >= 0) {
        write.add(local[holder]);
        if (tuples.get(holder).blocksReaders(lock)) {
          read.add(local[holder]);
        }
      }
    }
    for (int asker : at(askers, lock)) {
      if (local[asker] >= 0 && tuples.get(asker).mode() == LockMode.WRITE) {
        read.add(local[asker]);
      }
    }
    edges.add(write);
    edges.add(read);
    return edges.size() - 2;
  }

  private static int[] at(Map<ObjectId, IntArrayList> tuples, ObjectId lock) {
    IntArrayList found = tuples.get(lock);
    return found == null ? new int[0] : found.toIntArray();
  }
}
