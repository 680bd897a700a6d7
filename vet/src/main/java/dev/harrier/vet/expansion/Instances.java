package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.Instruction;
import java.util.Optional;

/** Which instructions make, or yield, another object each time they run. */
final class Instances {
  private Instances() {}

  /** The base that stands for the object in an activation; none if there is no such object. */
  static Optional<Base> madeBy(Frame frame, Instruction instruction) {
    return switch (instruction) {
      case Instruction.Alloc a when a.heap() -> Optional.of(new Base.Variable(frame, a.register()));
      case Instruction.MakeChan m -> reference(frame, m);
      case Instruction.MakeMap m -> reference(frame, m);
      case Instruction.MakeSlice m -> reference(frame, m);
      case Instruction.Call c -> reference(frame, c);
      case Instruction.Extract e -> reference(frame, e);
      case Instruction.UnOp u when u.isReceive() -> reference(frame, u);
      default -> Optional.empty();
    };
  }

  private static Optional<Base> reference(Frame frame, Instruction.Definition d) {
    return switch (d.type().kind()) {
      case POINTER, SLICE, MAP, CHANNEL, INTERFACE ->
          Optional.of(new Base.Result(frame, d.register()));
      case BASIC, ARRAY, STRUCT, FUNCTION, TUPLE, OTHER -> Optional.empty();
    };
  }
}
