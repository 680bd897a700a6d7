package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Constant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Whether two accesses to the same base can touch the same memory. */
public final class Overlap {
  private final Resolver resolver;
  private final Topology topology;

  public Overlap(Resolver resolver, Topology topology) {
    this.resolver = resolver;
    this.topology = topology;
  }

  /** How the goroutines of two accesses are related. */
  public enum Relation {
    /** Two goroutines of one kind, or two children of one goroutine. */
    PEERS,
    /** One started the other. */
    FAMILY
  }

  /**
   * Equal up to the end of the shorter path, and nothing behind it leads to other memory. An index
   * that varies keeps goroutines apart, unless both have one instance of it.
   */
  public boolean overlaps(MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    List<Step> x = a.place().path();
    List<Step> y = b.place().path();
    int common = Math.min(x.size(), y.size());
    for (int i = 0; i < common; i++) {
      if (!isOneStep(x.get(i), y.get(i), a, b, way)) {
        return false;
      }
    }
    List<Step> rest = (x.size() > y.size() ? x : y).subList(common, Math.max(x.size(), y.size()));
    return rest.stream().noneMatch(s -> s.equals(Place.TARGET) || s.equals(Place.ENTRIES));
  }

  private boolean isOneStep(
      Step x, Step y, MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    if (x instanceof Step.Element(Bound i) && y instanceof Step.Element(Bound j)) {
      return isOneIndex(resolver.traceIndex(i), resolver.traceIndex(j), a, b, way);
    }
    return x.equals(y) || isAnElementOfAll(x, y) || isAnElementOfAll(y, x);
  }

  private static boolean isAnElementOfAll(Step one, Step all) {
    return one instanceof Step.Element && all.equals(Place.ELEMENTS);
  }

  private boolean isOneIndex(
      Bound i, Bound j, MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    if (i.value() instanceof Constant c && j.value() instanceof Constant d) {
      return c.text().equals(d.text());
    }
    if (!i.equals(j)) {
      return way.relation() == Relation.FAMILY;
    }
    return !varies(i) || isOneInstance(i, a, b, way);
  }

  /**
   * Whether both accesses can have one instance of an index: control gets from the start of one
   * goroutine to the start or the access of the other without computing the index again.
   */
  private boolean isOneInstance(
      Bound index, MemoryAccess a, MemoryAccess b, Ordering.Overlapping way) {
    return startsBefore(index, a, b, way) || startsBefore(index, b, a, way);
  }

  private boolean startsBefore(
      Bound index, MemoryAccess started, MemoryAccess other, Ordering.Overlapping way) {
    Optional<Position> start = siteIn(index.frame(), started);
    Optional<Position> next = siteIn(index.frame(), other);
    return isStarted(started, index.frame(), way)
        && (way.relation() == Relation.FAMILY || isStarted(other, index.frame(), way))
        && start.isPresent()
        && next.isPresent()
        && index.value() instanceof Value.Register register
        && new SameIteration(index.frame().function(), register).reaches(start.get(), next.get());
  }

  /** Whether an activation, or what it calls, starts the goroutine that leads to an access. */
  private boolean isStarted(MemoryAccess access, Frame by, Ordering.Overlapping way) {
    List<ThreadId> chain = topology.chain(topology.graph().threadOf(access));
    int child = chain.indexOf(way.level()) + 1;
    return child < chain.size()
        && topology.graph().thread(chain.get(child)).frame().andCallers().anyMatch(f -> f == by);
  }

  /** Where an activation makes an access, or the call or go that leads to it. */
  private static Optional<Position> siteIn(Frame frame, MemoryAccess access) {
    if (access.frame() == frame) {
      return Optional.of(access.position());
    }
    return access
        .frame()
        .andCallers()
        .filter(f -> f.caller().filter(c -> c == frame).isPresent())
        .map(Frame::callPosition)
        .findFirst();
  }

  private Bound traced(Bound of, Value part) {
    return resolver.trace(of.sibling(part));
  }

  private boolean varies(Bound index, Value... parts) {
    return Arrays.stream(parts).anyMatch(part -> varies(traced(index, part)));
  }

  /** Whether an index is likely to have another value in each goroutine. */
  private boolean varies(Bound index) {
    if (index.value() instanceof Value.Param) {
      return index.frame().caller().isPresent(); // Code out of sight calls with its own values.
    }
    return switch (index.definition().orElse(null)) {
      case Instruction.Phi _, Instruction.Extract _, Instruction.UnOp _ -> true;
      case Instruction.BinOp b -> varies(index, b.left(), b.right());
      case Instruction.Lookup l -> varies(index, l.base(), l.index());
      case Instruction.Index i -> varies(index, i.base(), i.index());
      case Instruction.Field f -> varies(index, f.base());
      case Instruction.Call call ->
          !(call.site().callee() instanceof Value.Builtin(String name)
                  && (name.equals("len") || name.equals("cap")))
              || varies(index, call.site().arguments().getFirst());
      case null, default -> false;
    };
  }
}
