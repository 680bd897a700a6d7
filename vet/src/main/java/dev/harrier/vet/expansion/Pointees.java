package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import java.util.List;

/**
 * Fields of what one pointer leads to: the pointer is a variable, or a field of a struct that no
 * code of the program changes by way of a pointer to the struct, so that it is the same wherever it
 * is read. Whether a variable is assigned in between is {@code race.Overlap}'s to see.
 */
final class Pointees {
  private final ExpansionContext context;

  Pointees(ExpansionContext context) {
    this.context = context;
  }

  /** Whether a pointer, which stands for the place, is the address of such a field. */
  boolean contains(Cursor at, Value pointer, Place place) {
    List<Step> path = place.path();
    int target = path.indexOf(Place.TARGET);
    if (target < 0
        || target == path.size() - 1
        || !path.stream().allMatch(s -> s instanceof Step.Field || s.equals(Place.TARGET))
        || path.lastIndexOf(Place.TARGET) != target) {
      return false;
    }
    Bound address = context.resolver().trace(at.bound(pointer));
    while (address.definition().orElse(null) instanceof Instruction.FieldAddr f) {
      address = context.resolver().trace(address.sibling(f.base()));
    }
    return address.definition().orElse(null) instanceof Instruction.UnOp load
        && load.isLoad()
        && isFixed(context.resolver().trace(address.sibling(load.operand())));
  }

  private boolean isFixed(Bound cell) {
    if (!(cell.definition().orElse(null) instanceof Instruction.FieldAddr f)) {
      return true;
    }
    int struct = cell.frame().function().typeOf(f.base()).element();
    return !context
        .program()
        .extent()
        .changes()
        .getOrDefault(struct, Program.Changes.NONE)
        .touch(f.field());
  }
}
