package dev.harrier.vet.happensbefore;

import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import java.util.OptionalInt;

/** How many elements a channel can hold. */
public final class Capacities {
  /** The capacity, if the place is a channel whose make is known and its size constant. */
  public OptionalInt of(Place channel) {
    if (channel.path().isEmpty()
        && channel.base() instanceof Base.Result r
        && r.frame().function().definition(r.register()) instanceof Instruction.MakeChan make
        && make.capacity() instanceof Value.Constant constant
        && constant.text().matches("\\d{1,9}")) {
      return OptionalInt.of(Integer.parseInt(constant.text()));
    }
    return OptionalInt.empty();
  }
}
