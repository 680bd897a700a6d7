package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The same order of events in a smaller graph: without accesses that are not asked about, without
 * instances of what nothing refers to, and without nodes at which nothing happens and from which
 * control goes to one place. What control cannot reach is left out too.
 */
public final class Contraction {
  private static final int GONE = -1;
  private static final Op PASS = new Op.Pass();

  private final EventGraph old;
  private final Set<Base> suspects;
  private final Set<Base> bases;
  private final boolean[] isEntry;
  private final int[] next;
  private final IntArrayList targets = new IntArrayList();

  private Contraction(EventGraph old, Set<Base> suspects) {
    this.old = old;
    this.suspects = suspects;
    this.bases = new HashSet<>(suspects);
    this.isEntry = new boolean[old.size()];
    this.next = new int[old.size()];
    for (EventGraph.SpawnSite thread : old.threads()) {
      isEntry[thread.entry()] = true;
    }
    for (int n = 0; n < old.size(); n++) {
      object(old.node(n).op()).ifPresent(bases::add);
    }
    Arrays.fill(next, GONE);
  }

  /** Keeps the accesses to the bases. */
  public static Result of(EventGraph graph, Set<Base> suspects) {
    Contraction contraction = new Contraction(graph, suspects);
    contraction.findSkips();
    return contraction.copy();
  }

  /**
   * The smaller graph.
   *
   * @param origins the node of the old graph that each node stands for
   */
  public record Result(EventGraph graph, IntList origins) {}

  private static Optional<Base> object(Op op) {
    return switch (op) {
      case Op.Sync(OperationKind _, var object, _) -> Optional.of(object.base());
      case Op.Lock(var lock, Exclusion _) -> Optional.of(lock.base());
      case Op.Unlock(var lock, Exclusion _) -> Optional.of(lock.base());
      case Op.Pass _,
          Op.Touch _,
          Op.Fresh _,
          Op.Spawn _,
          Op.Exit _,
          Op.Chosen _,
          Op.Observes _,
          Op.Uses _ ->
          Optional.empty();
    };
  }

  private Op reduced(Op op) {
    return switch (op) {
      case Op.Pass pass -> pass;
      case Op.Touch(int access)
          when !suspects.contains(old.accesses().get(access).place().base()) ->
          PASS;
      case Op.Fresh(Base base) when !bases.contains(base) -> PASS;
      case Op.Observes _, Op.Uses _ -> PASS;
      default -> op;
    };
  }

  /** Backwards, since most edges lead forwards: what follows has been decided by then. */
  private void findSkips() {
    for (int n = old.size() - 1; n >= 0; n--) {
      next[n] = GONE;
      if (!isEntry[n] && reduced(old.node(n).op()) instanceof Op.Pass) {
        IntList only = successors(n);
        if (only.size() == 1 && only.getInt(0) != n) {
          next[n] = only.getInt(0);
        }
      }
    }
  }

  /** The node that control gets to at once, past nodes at which nothing happens. */
  private int skip(int node) {
    int at = node;
    while (next[at] != GONE) {
      at = next[at];
    }
    return at;
  }

  /** Each node that follows once; the list is good until the next call. Few nodes follow any. */
  private IntList successors(int node) {
    targets.clear();
    IntList all = old.successors(node);
    for (int i = 0; i < all.size(); i++) {
      int target = skip(all.getInt(i));
      if (!targets.contains(target)) {
        targets.add(target);
      }
    }
    return targets;
  }

  private Result copy() {
    EventGraph graph = new EventGraph(old);
    int[] number = new int[old.size()];
    Arrays.fill(number, GONE);
    boolean[] reached = reached();
    IntList origins = new IntArrayList();
    for (int n = 0; n < old.size(); n++) {
      if (reached[n]) {
        EventGraph.Node node = old.node(n);
        number[n] = add(graph, node);
        origins.add(n);
      }
    }
    for (int n = 0; n < old.size(); n++) {
      if (reached[n]) {
        IntList following = successors(n);
        for (int i = 0; i < following.size(); i++) {
          graph.edge(number[n], number[following.getInt(i)]);
        }
      }
    }
    for (EventGraph.SpawnSite t : old.threads()) {
      graph.thread(
          new EventGraph.SpawnSite(
              t.id(),
              t.parent(),
              t.spawn() < 0 ? t.spawn() : number[t.spawn()],
              number[t.entry()],
              t.frame(),
              t.launch(),
              t.position()));
    }
    return new Result(graph, origins);
  }

  private int add(EventGraph graph, EventGraph.Node node) {
    Op op = reduced(node.op());
    if (op instanceof Op.Touch(int access)) {
      MemoryAccess a = old.accesses().get(access);
      return graph.touch(
          a.place(), a.write(), a.atomic(), node.thread(), node.frame(), node.position());
    }
    return graph.add(op, node.thread(), node.frame(), node.position());
  }

  private boolean[] reached() {
    boolean[] reached = new boolean[old.size()];
    IntArrayList work = new IntArrayList();
    for (EventGraph.SpawnSite thread : old.threads()) {
      reached[thread.entry()] = true;
      work.push(thread.entry());
      if (!thread.id().equals(ThreadId.ROOT)) {
        reached[thread.spawn()] = true;
        work.push(thread.spawn());
      }
    }
    while (!work.isEmpty()) {
      IntList following = successors(work.popInt());
      for (int i = 0; i < following.size(); i++) {
        int s = following.getInt(i);
        if (!reached[s]) {
          reached[s] = true;
          work.push(s);
        }
      }
    }
    return reached;
  }
}
