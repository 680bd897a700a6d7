package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.OperationKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which accesses a thread cannot end without following by an operation that happens a fixed number
 * of times: Done, whose calls Add has counted, and close. When the last of these has happened, no
 * such access can be to come; so loops around both do not matter. To start a thread that cannot end
 * without the operation counts as the operation. This is the must-happen-after set of the
 * closure-race paper (step 6). A thread that never ends has none; one that dies keeps the goroutine
 * that waits for it waiting.
 */
final class Ends {
  private final EventGraph graph;
  private final List<IntList> predecessors;
  private final Map<ThreadId, IntList> nodes = new HashMap<>();
  private final Map<Key, BitSet> known = new HashMap<>();
  private final Map<ThreadId, BitSet> ending = new HashMap<>();
  private final Map<Key, Boolean> performing = new HashMap<>();

  private record Key(ThreadId thread, Place object, OperationKind kind) {}

  Ends(EventGraph graph, List<IntList> predecessors) {
    this.graph = graph;
    this.predecessors = predecessors;
    for (int n = 0; n < graph.size(); n++) {
      nodes.computeIfAbsent(graph.node(n).thread(), _ -> new IntArrayList()).add(n);
    }
  }

  /** The accesses of a thread that such an operation must follow. */
  BitSet before(ThreadId thread, Place object, OperationKind kind) {
    return known.computeIfAbsent(new Key(thread, object, kind), this::find);
  }

  private BitSet find(Key key) {
    BitSet avoiding = reaching(key.thread(), Optional.of(key));
    BitSet ends = ending.computeIfAbsent(key.thread(), t -> reaching(t, Optional.empty()));
    BitSet found = new BitSet();
    for (MemoryAccess access : graph.accesses()) {
      if (graph.threadOf(access).equals(key.thread())
          && ends.get(access.node())
          && !avoiding.get(access.node())) {
        found.set(access.id());
      }
    }
    return found;
  }

  /** The nodes from which the thread can end, past none of the operations if some are given. */
  private BitSet reaching(ThreadId thread, Optional<Key> without) {
    BitSet reaching = new BitSet();
    IntArrayList work = new IntArrayList();
    for (int n : nodes.getOrDefault(thread, IntList.of())) {
      if (graph.node(n).op() instanceof Op.Exit) {
        reaching.set(n);
        work.push(n);
      }
    }
    while (!work.isEmpty()) {
      for (int p : predecessors.get(work.popInt())) {
        if (!reaching.get(p) && !isOperation(p, without)) {
          reaching.set(p);
          work.push(p);
        }
      }
    }
    return reaching;
  }

  private boolean isOperation(int node, Optional<Key> key) {
    return key.isPresent()
        && switch (graph.node(node).op()) {
          case Op.Sync(OperationKind kind, Place object, _) ->
              kind == key.get().kind() && object.equals(key.get().object());
          case Op.Spawn(ThreadId thread) -> always(thread, key.get());
          default -> false;
        };
  }

  /** Whether a thread ends, and not without the operation. */
  private boolean always(ThreadId thread, Key key) {
    int entry = graph.thread(thread).entry();
    Key own = new Key(thread, key.object(), key.kind());
    Boolean known = performing.get(own);
    if (known == null) {
      performing.put(own, false);
      known =
          reaching(thread, Optional.empty()).get(entry)
              && !reaching(thread, Optional.of(own)).get(entry);
      performing.put(own, known);
    }
    return known;
  }
}
