package dev.harrier.analysis.stuck;

import dev.harrier.analysis.graph.Components;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ObjectState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of the stuck goroutines would have to release which. See the package for what an edge
 * means.
 */
public final class WaitGraph {
  private final ProgramState program;
  private final Handovers handovers;
  private final Senders senders;
  private final List<Stuck> nodes;
  private final Map<GoroutineId, Integer> index = new HashMap<>();
  private final Map<ObjectId, List<Integer>> writers = new HashMap<>();
  private final Map<Offer, Set<Integer>> offers = new HashMap<>();
  private final int[][] edges;

  private record Offer(ObjectId channel, Role role) {}

  /** The graph as far as what has happened shows which goroutine is to give back a lock. */
  public WaitGraph(ProgramState program, List<Stuck> stuck) {
    this(program, Handovers.observed(program), Senders.unknown(), stuck);
  }

  WaitGraph(ProgramState program, Handovers handovers, Senders senders, List<Stuck> stuck) {
    this.program = program;
    this.handovers = handovers;
    this.senders = senders;
    this.nodes = stuck.stream().sorted(Comparator.comparingLong(s -> s.id().value())).toList();
    for (int i = 0; i < nodes.size(); i++) {
      Stuck node = nodes.get(i);
      index.put(node.id(), i);
      offers(i);
      if (node.reason() == BlockReason.RWMUTEX_LOCK) {
        for (ObjectId lock : node.awaited()) {
          writers.computeIfAbsent(lock, _ -> new ArrayList<>(1)).add(i);
        }
      }
    }
    this.edges = new int[nodes.size()][];
    for (int i = 0; i < nodes.size(); i++) {
      edges[i] = successors(i);
    }
  }

  /** The stuck goroutines that this one waits for. */
  public List<Stuck> waitsFor(Stuck stuck) {
    List<Stuck> targets = new ArrayList<>();
    Integer i = index.get(stuck.id());
    if (i != null) {
      for (int target : edges[i]) {
        targets.add(nodes.get(target));
      }
    }
    return targets;
  }

  Handovers handovers() {
    return handovers;
  }

  /** The components that wait for no other goroutine, each with what is stuck behind it. */
  public List<RootCause> rootCauses() {
    int[] component = Components.of(edges);
    int count = 0;
    for (int c : component) {
      count = Math.max(count, c + 1);
    }
    // Components are numbered so that an edge leads to one with a smaller or equal number.
    int[] sink = new int[count];
    java.util.Arrays.setAll(sink, c -> c);
    List<List<Integer>> members = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      members.add(new ArrayList<>());
    }
    for (int i = 0; i < component.length; i++) {
      members.get(component[i]).add(i);
    }
    for (int c = 0; c < count; c++) {
      for (int i : members.get(c)) {
        for (int target : edges[i]) {
          if (component[target] != c) {
            sink[c] = sink[component[target]];
          }
        }
      }
    }
    return assemble(members, sink);
  }

  private List<RootCause> assemble(List<List<Integer>> members, int[] sink) {
    List<List<Stuck>> behind = new ArrayList<>();
    for (int c = 0; c < sink.length; c++) {
      behind.add(new ArrayList<>());
    }
    for (int c = 0; c < sink.length; c++) {
      if (sink[c] != c) {
        for (int i : members.get(c)) {
          behind.get(sink[c]).add(nodes.get(i));
        }
      }
    }
    List<RootCause> causes = new ArrayList<>();
    for (int c = 0; c < sink.length; c++) {
      if (sink[c] == c) {
        List<Integer> cycle = inWaitingOrder(members.get(c));
        boolean cyclic = cycle.size() > 1 || contains(edges[cycle.getFirst()], cycle.getFirst());
        causes.add(new RootCause(cycle.stream().map(nodes::get).toList(), cyclic, behind.get(c)));
      }
    }
    causes.sort(Comparator.comparingLong(cause -> cause.first().id().value()));
    return causes;
  }

  /** Follows the edges from the first member for as long as they lead to members not yet met. */
  private List<Integer> inWaitingOrder(List<Integer> members) {
    Set<Integer> all = new HashSet<>(members);
    Set<Integer> ordered = new LinkedHashSet<>();
    Integer next = members.getFirst();
    while (next != null && ordered.add(next)) {
      Integer from = next;
      next = null;
      for (int target : edges[from]) {
        if (all.contains(target) && !ordered.contains(target)) {
          next = target;
          break;
        }
      }
    }
    ordered.addAll(members);
    return List.copyOf(ordered);
  }

  private static boolean contains(int[] values, int wanted) {
    for (int value : values) {
      if (value == wanted) {
        return true;
      }
    }
    return false;
  }

  private int[] successors(int node) {
    Stuck stuck = nodes.get(node);
    Set<Integer> targets = new LinkedHashSet<>();
    switch (stuck.reason()) {
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK -> locks(stuck, node, targets);
      case WAIT_GROUP -> stuck.awaited().forEach(g -> workers(stuck, g, targets));
      case CHAN_SEND -> stuck.awaited().forEach(c -> users(stuck, c, Role.RECEIVED, targets));
      case CHAN_RECEIVE -> stuck.awaited().forEach(c -> senders(stuck, c, targets));
      case SELECT -> stuck.cases().forEach(c -> partners(stuck, c, targets));
      case NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          COND,
          SEMAPHORE,
          SLEEP,
          IO,
          OTHER,
          COROUTINE -> {}
    }
    return targets.stream().mapToInt(Integer::intValue).toArray();
  }

  private void locks(Stuck stuck, int node, Set<Integer> targets) {
    for (ObjectId id : stuck.awaited()) {
      if (!(program.object(id) instanceof LockState lock)) {
        continue;
      }
      boolean reader = stuck.reason() == BlockReason.RWMUTEX_RLOCK;
      for (Event.Acquire hold : lock.holders()) {
        if (!reader || hold.mode() == LockMode.WRITE) {
          holder(hold, targets);
        }
      }
      if (reader) {
        // sync.RWMutex lets no reader in while a writer waits.
        writers.getOrDefault(id, List.of()).stream().filter(w -> w != node).forEach(targets::add);
      }
    }
  }

  /**
   * The goroutine that would have to give the lock back: where it is handed off, what its taker
   * created.
   */
  private void holder(Event.Acquire hold, Set<Integer> targets) {
    List<GoroutineState> heirs = handovers.heirs(hold);
    heirs.forEach(heir -> add(heir.id(), targets));
    if (heirs.isEmpty()) {
      add(hold.goroutine(), targets);
    }
  }

  private void partners(Stuck stuck, SelectCase selectCase, Set<Integer> targets) {
    if (selectCase.channel().equals(ObjectId.NONE)) {
      return;
    }
    switch (selectCase.direction()) {
      case SEND -> users(stuck, selectCase.channel(), Role.RECEIVED, targets);
      case RECEIVE -> senders(stuck, selectCase.channel(), targets);
    }
  }

  private void senders(Stuck stuck, ObjectId channel, Set<Integer> targets) {
    int known = targets.size();
    users(stuck, channel, Role.SENT, targets);
    if (targets.size() == known) {
      senders.to(stuck, channel).forEach(sender -> add(sender, targets));
    }
  }

  private void users(Stuck stuck, ObjectId channel, Role role, Set<Integer> targets) {
    int known = targets.size();
    for (GoroutineId user : program.object(channel).participants().with(role)) {
      if (!user.equals(stuck.id())) {
        add(user, targets);
      }
    }
    if (targets.size() == known) {
      offers.getOrDefault(new Offer(channel, role), Set.of()).stream()
          .filter(node -> !nodes.get(node).id().equals(stuck.id()))
          .forEach(targets::add);
    }
  }

  /** Notes what a goroutine was ready for in its last selects, which may have taken other cases. */
  private void offers(int node) {
    for (Event event : nodes.get(node).goroutine().recent()) {
      if (event instanceof Event.Select select) {
        for (SelectCase one : select.cases()) {
          Role role = one.direction() == SelectCase.Direction.RECEIVE ? Role.RECEIVED : Role.SENT;
          offers
              .computeIfAbsent(new Offer(one.channel(), role), _ -> new LinkedHashSet<>(1))
              .add(node);
        }
      }
    }
  }

  /**
   * The stuck goroutines that would call Done: those created by the goroutine that called Add (or
   * by the waiter) that have not done so yet, provided that there are enough of them to bring the
   * counter to zero.
   */
  private void workers(Stuck waiter, ObjectId id, Set<Integer> targets) {
    ObjectState object = program.object(id);
    if (!(object instanceof GroupState group)) {
      return;
    }
    List<GoroutineId> adders = object.participants().with(Role.ADDED);
    List<GoroutineId> workers = new ArrayList<>();
    for (Stuck other : nodes) {
      GoroutineId parent = program.trace().goroutine(other.id()).parent();
      if (!other.id().equals(waiter.id())
          && (adders.contains(parent) || adders.contains(other.id()) || parent.equals(waiter.id()))
          && !other.awaited().contains(id)
          && !object.participants().has(other.id(), Role.DONE)) {
        workers.add(other.id());
      }
    }
    if (workers.size() >= group.counter()) {
      workers.forEach(worker -> add(worker, targets));
    }
  }

  private void add(GoroutineId goroutine, Set<Integer> targets) {
    Integer target = index.get(goroutine);
    if (target != null) {
      targets.add(target);
    }
  }
}
