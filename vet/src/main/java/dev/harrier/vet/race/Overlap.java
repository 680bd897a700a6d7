package dev.harrier.vet.race;

import dev.harrier.vet.happensbefore.Access;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Constant;
import java.util.List;

/** Whether two accesses to the same base can touch the same memory. */
final class Overlap {
  private final Resolver resolver;

  Overlap(Resolver resolver) {
    this.resolver = resolver;
  }

  /** How the goroutines of two accesses are related. */
  enum Relation {
    /** Two goroutines of one kind, or two children of one goroutine. */
    PEERS,
    /** One started the other. */
    FAMILY
  }

  /**
   * Equal up to the end of the shorter path, and nothing behind it leads to other memory. An index
   * that varies from one goroutine to the next keeps peers apart.
   */
  boolean overlaps(Access a, Access b, Relation relation) {
    List<Step> x = a.place().path();
    List<Step> y = b.place().path();
    int common = Math.min(x.size(), y.size());
    for (int i = 0; i < common; i++) {
      if (!meets(x.get(i), y.get(i), relation)) {
        return false;
      }
    }
    List<Step> rest = (x.size() > y.size() ? x : y).subList(common, Math.max(x.size(), y.size()));
    return rest.stream().noneMatch(s -> s.equals(Place.TARGET) || s.equals(Place.ENTRIES));
  }

  private boolean meets(Step x, Step y, Relation relation) {
    if (x instanceof Step.Element(Bound i) && y instanceof Step.Element(Bound j)) {
      Bound a = resolver.trace(i);
      Bound b = resolver.trace(j);
      if (a.value() instanceof Constant c && b.value() instanceof Constant d) {
        return c.text().equals(d.text());
      }
      return relation == Relation.PEERS ? a.equals(b) && !varies(a) : !a.equals(b) || !varies(a);
    }
    return x.equals(y);
  }

  private Bound traced(Bound of, Value part) {
    return resolver.trace(of.sibling(part));
  }

  /** Whether an index is likely to have another value in each goroutine. */
  private boolean varies(Bound index) {
    if (index.value() instanceof Value.Param || index.value() instanceof Value.FreeVar) {
      return false;
    }
    return switch (index.definition().orElse(null)) {
      case Instruction.Phi _, Instruction.Extract _, Instruction.UnOp _ -> true;
      case Instruction.BinOp b ->
          varies(traced(index, b.left())) || varies(traced(index, b.right()));
      case Instruction.Call call ->
          !(call.site().callee() instanceof Value.Builtin(String name)
                  && (name.equals("len") || name.equals("cap")))
              || varies(traced(index, call.site().arguments().getFirst()));
      case null, default -> false;
    };
  }
}
