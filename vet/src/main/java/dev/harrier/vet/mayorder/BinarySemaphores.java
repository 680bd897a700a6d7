package dev.harrier.vet.mayorder;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Instruction.Definition;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which objects may let one goroutine through at a time, by how they were made: a pool of one
 * worker or one connection, a semaphore of weight one. The call that makes them gets the number 1,
 * by itself or as a field of a struct.
 */
final class BinarySemaphores {
  private final Map<Base, Boolean> known = new HashMap<>();

  /** Whether an object is made with the number 1. */
  boolean mayLetOneThrough(Place object) {
    return object.path().isEmpty()
        && known.computeIfAbsent(object.base(), BinarySemaphores::isMade);
  }

  private static boolean isMade(Base base) {
    return switch (base) {
      case Base.Result(Frame frame, Register made) -> isMade(frame, made);
      case Base.Variable(Frame frame, Register made) ->
          isSetToOne(frame.function(), made)
              || frame.andCallers().anyMatch(BinarySemaphores::getsOne);
      default -> false;
    };
  }

  /** Whether the caller of a function that makes an object passes the number. */
  private static boolean getsOne(Frame made) {
    return IntStream.range(0, made.function().body().params().size())
        .anyMatch(i -> made.argument(i).filter(BinarySemaphores::hasOne).isPresent());
  }

  private static boolean isMade(Frame frame, Register register) {
    Function function = frame.function();
    Definition made = function.definition(register);
    if (made instanceof Instruction.Extract e && e.tuple() instanceof Register tuple) {
      made = function.definition(tuple);
    }
    return made instanceof Instruction.Call call
        && call.site().arguments().stream().anyMatch(a -> hasOne(new Bound(frame, a)));
  }

  private static boolean hasOne(Bound argument) {
    return switch (argument.definition().orElse(null)) {
      case null -> isOne(argument.value());
      case Instruction.Alloc struct -> isSetToOne(argument.frame().function(), struct.register());
      case Instruction.UnOp load when load.isLoad() && load.operand() instanceof Register r ->
          isSetToOne(argument.frame().function(), r);
      case Instruction.Convert c -> hasOne(argument.sibling(c.operand()));
      default -> false;
    };
  }

  /** Whether a field of the struct at an address is set to 1. */
  private static boolean isSetToOne(Function function, Register struct) {
    for (BasicBlock block : function.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i instanceof Instruction.Store s
            && isOne(s.value())
            && s.address() instanceof Register r
            && function.definition(r) instanceof Instruction.FieldAddr field
            && field.base().equals(struct)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isOne(Value value) {
    return value instanceof Value.Constant c && c.text().equals("1");
  }
}
