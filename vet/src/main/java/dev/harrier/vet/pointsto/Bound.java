package dev.harrier.vet.pointsto;

import dev.harrier.vet.ssa.Instruction.Definition;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import java.util.Optional;

/** A value of one activation. */
public record Bound(Frame frame, Value value) {
  /** The instruction that computes it, if it is a register. */
  public Optional<Definition> definition() {
    return value instanceof Register r
        ? Optional.of(frame.function().definition(r))
        : Optional.empty();
  }

  /** Its static type; {@link Type#ABSENT} for a function. */
  public Type type() {
    return frame.function().typeOf(value);
  }

  /** Another value of the same activation. */
  public Bound sibling(Value other) {
    return new Bound(frame, other);
  }
}
