package dev.harrier.vet.race;

import dev.harrier.vet.expansion.Expansion;
import dev.harrier.vet.expansion.ExpansionContext;
import dev.harrier.vet.feasibility.Feasibility;
import dev.harrier.vet.feasibility.FlagFeasibility;
import dev.harrier.vet.graph.Contraction;
import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Capacities;
import dev.harrier.vet.happensbefore.Completion;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Ordering;
import dev.harrier.vet.happensbefore.Overlap;
import dev.harrier.vet.mayorder.ClosingGoroutines;
import dev.harrier.vet.mayorder.OrderThroughObjects;
import dev.harrier.vet.mayorder.PossibleOrder;
import dev.harrier.vet.mayorder.PossibleOrders;
import dev.harrier.vet.mayorder.RelatedObjects;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.Function;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the races among the goroutines of one activation of a root function. */
final class RootAnalysis {
  private final EventGraph graph;
  private final Topology topology;
  private final Ordering ordering;
  private final LockExclusion exclusion;
  private final FlagFeasibility feasiblePaths;
  private final Overlap overlap;
  private final PossibleOrders possibleOrders;
  private final Set<Function> lexical;
  private final OrderThroughObjects throughObjects;

  /** By place; empty until they are asked for. */
  private final Map<Place, List<MemoryAccess>> writes = new HashMap<>();

  /** The nodes of accesses that function literals make. */
  private final BitSet inClosure = new BitSet();

  private RootAnalysis(
      ExpansionContext context,
      Expansion.Result whole,
      Contraction.Result small,
      Set<Function> lexical) {
    this.graph = small.graph();
    this.topology = new Topology(graph);
    Capacities capacities = new Capacities();
    Locksets locksets = new Locksets(topology, capacities);
    Completion completion = new Completion(topology, capacities, locksets);
    this.ordering = new Ordering(topology, completion);
    this.exclusion = new LockExclusion(topology, locksets);
    this.feasiblePaths =
        new FlagFeasibility(
            topology,
            small.origins(),
            completion,
            new Feasibility(
                whole.graph(), base -> context.isAssignedOnlyIn(whole.functions(), base)),
            new ClosingGoroutines(topology, whole.graph()));
    this.lexical = lexical;
    for (MemoryAccess a : graph.accesses()) {
      if (isInClosure(a, lexical)) {
        inClosure.set(a.node());
      }
    }
    this.throughObjects =
        new OrderThroughObjects(
            whole.graph(), small.origins(), new RelatedObjects(context, lexical));
    this.overlap = new Overlap(context.resolver(), topology);
    this.possibleOrders = new PossibleOrders(topology, lexical);
  }

  /** All races, in the order of the code. */
  static List<Candidate> run(ExpansionContext context, Expansion.Result expansion) {
    EventGraph graph = expansion.graph();
    if (graph.threads().size() < 2 || !expansion.complete()) {
      return List.of();
    }
    Set<Function> lexical = context.lexicalTree(graph.thread(ThreadId.ROOT).frame().function());
    Set<Base> suspects = suspects(graph, lexical);
    if (suspects.isEmpty()) {
      return List.of();
    }
    return new RootAnalysis(context, expansion, Contraction.of(graph, suspects), lexical).races();
  }

  /** Bases that are written, touched by a goroutine, and touched by a closure. */
  private static Set<Base> suspects(EventGraph graph, Set<Function> lexical) {
    Set<Base> written = new HashSet<>();
    Set<Base> inGoroutine = new HashSet<>();
    Set<Base> inClosure = new HashSet<>();
    for (MemoryAccess a : graph.accesses()) {
      Base base = a.place().base();
      if (a.write()) {
        written.add(base);
      }
      if (!graph.threadOf(a).equals(ThreadId.ROOT)) {
        inGoroutine.add(base);
      }
      if (isInClosure(a, lexical)) {
        inClosure.add(base);
      }
    }
    written.retainAll(inGoroutine);
    written.retainAll(inClosure);
    return written;
  }

  /** Whether a function literal makes an access, itself or in what it calls. */
  private static boolean isInClosure(MemoryAccess access, Set<Function> lexical) {
    return access
        .frame()
        .andCallers()
        .dropWhile(f -> !lexical.contains(f.function()))
        .findFirst()
        .map(f -> f.function().isClosure())
        .orElse(false);
  }

  private List<Candidate> races() {
    Map<Base, List<MemoryAccess>> byBase = new LinkedHashMap<>();
    for (MemoryAccess a : graph.accesses()) {
      byBase.computeIfAbsent(a.place().base(), _ -> new ArrayList<>()).add(a);
    }
    List<Candidate> races = new ArrayList<>();
    for (List<MemoryAccess> accesses : byBase.values()) {
      for (int i = 0; i < accesses.size(); i++) {
        for (int j = i; j < accesses.size(); j++) {
          check(accesses.get(i), accesses.get(j), races);
        }
      }
    }
    return races;
  }

  /** The conditions of the paper's step 3, then order, overlap and locks. */
  private void check(MemoryAccess a, MemoryAccess b, List<Candidate> races) {
    boolean conflict = (a.write() || b.write()) && !(a.atomic() && b.atomic());
    if (!conflict
        || !(inClosure.get(a.node()) || inClosure.get(b.node()))
        || isPreparation(a, b)
        || isMoved(a, b)
        || exclusion.mayBeHeldByCaller(a, b)) {
      return;
    }
    for (Ordering.Overlapping way : ordering.ways(a, b)) {
      if (overlap.overlaps(a, b, way)
          && !exclusion.excludes(a, b, way)
          && feasiblePaths.of(a, b, way)) {
        boolean swap = rank(b) < rank(a);
        MemoryAccess first = swap ? b : a;
        MemoryAccess second = swap ? a : b;
        races.add(
            new Candidate(
                topology,
                first,
                exclusion.held(first),
                second,
                exclusion.held(second),
                confidence(a.place(), b.place()),
                Shape.of(
                    topology, a, b, way, lexical, throughObjects.isAfterCall(a, b, graph, way)),
                orders(a, b, way)));
        return;
      }
    }
  }

  /**
   * Whether the pointer that leads to the memory of the accesses may be another one for each: it is
   * assigned after one of their goroutines has started.
   */
  private boolean isMoved(MemoryAccess a, MemoryAccess b) {
    List<Step> path = a.place().path();
    int target = path.indexOf(Place.TARGET);
    if (target < 0) {
      return false;
    }
    Place pointer = new Place(a.place().base(), path.subList(0, target));
    if (writes.isEmpty()) {
      for (MemoryAccess w : graph.accesses()) {
        if (w.write()) {
          writes.computeIfAbsent(w.place(), _ -> new ArrayList<>()).add(w);
        }
      }
    }
    return writes.getOrDefault(pointer, List.of()).stream()
        .anyMatch(w -> isAfterStart(w, a) || isAfterStart(w, b));
  }

  private boolean isAfterStart(MemoryAccess write, MemoryAccess access) {
    ThreadId thread = graph.threadOf(write);
    List<ThreadId> chain = topology.chain(graph.threadOf(access));
    int at = chain.indexOf(thread);
    return at < 0
        || (at + 1 < chain.size()
            && topology.reaches(graph.thread(chain.get(at + 1)).spawn(), write.node(), _ -> false));
  }

  /**
   * Whether one access is in a handler, and the other in the goroutine that registered it: when the
   * server started is not known, and most of what that goroutine does comes before.
   */
  private boolean isPreparation(MemoryAccess a, MemoryAccess b) {
    return registers(a, b) || registers(b, a);
  }

  private boolean registers(MemoryAccess handled, MemoryAccess other) {
    ThreadId server = graph.threadOf(other);
    return graph.servesRequest(graph.threadOf(handled))
        && !graph.servesRequest(server)
        && topology.descends(graph.threadOf(handled), server);
  }

  private Set<PossibleOrder> orders(MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    Set<PossibleOrder> orders = possibleOrders.about(a, b);
    if (throughObjects.connect(a, b)) {
      orders.add(PossibleOrder.RELATED_OBJECTS);
    }
    if (exclusion.probablyExcludes(a, b, way)) {
      orders.add(PossibleOrder.OWNED_STATE);
    }
    if (throughObjects.takeTurns(a, b)) {
      orders.add(PossibleOrder.SINGLE_TURNS);
    }
    if (exclusion.mayExclude(a, b)) {
      orders.add(PossibleOrder.UNKNOWN_LOCK);
    }
    return orders;
  }

  /** Lower is better to report at. */
  private int rank(MemoryAccess a) {
    boolean goroutine = !graph.threadOf(a).equals(ThreadId.ROOT);
    boolean closure = isInClosure(a, lexical);
    return (closure ? 0 : 4) + (goroutine ? 0 : 2) + (a.write() ? 0 : 1);
  }

  private static Confidence confidence(Place a, Place b) {
    Place longer = a.path().size() >= b.path().size() ? a : b;
    boolean contents =
        longer.path().stream()
            .anyMatch(s ->
                s instanceof Step.Element || s.equals(Place.ELEMENTS) || s.equals(Place.ENTRIES));
    if (contents) {
      return Confidence.CONTENTS;
    }
    return longer.base() instanceof Base.Variable ? Confidence.VARIABLE : Confidence.POINTEE;
  }
}
