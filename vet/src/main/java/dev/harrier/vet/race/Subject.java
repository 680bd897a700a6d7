package dev.harrier.vet.race;

import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value.Register;
import dev.harrier.vet.ssa.Variable;
import java.util.Optional;

/**
 * What a race is about, in the words of the source.
 *
 * @param variable the captured variable, with the fields that lead to the memory
 * @param declared where the variable is declared
 * @param owner the function that declares it, as Go prints it
 */
public record Subject(String variable, Position declared, String owner) {
  static Subject of(Program program, Race race) {
    Place a = race.first().place();
    Place b = race.second().place();
    Place shorter = a.path().size() <= b.path().size() ? a : b;
    return switch (shorter.base()) {
      case Base.Variable v -> local(program, shorter, v.frame(), v.register());
      case Base.Result r -> local(program, shorter, r.frame(), r.register());
      case Base.Parameter p -> {
        Variable param = p.frame().function().body().params().get(p.index());
        yield new Subject(
            param.name() + path(program, Optional.of(param.type()), shorter),
            param.position(),
            GoNames.of(p.frame().function().name()));
      }
      case Base.Captured c -> {
        Variable free = c.frame().function().body().freeVars().get(c.index());
        yield new Subject(
            free.name() + path(program, Optional.of(free.type()), shorter),
            free.position(),
            GoNames.of(c.frame().function().name()));
      }
      case Base.PackageLevel _, Base.Subtests _, Base.Nothing _ ->
          new Subject("", Position.UNKNOWN, "");
    };
  }

  private static Subject local(Program program, Place place, Frame frame, Register register) {
    Function f = frame.function();
    Instruction.Definition made = f.definition(register);
    Instruction.Definition named = holder(f, register).orElse(made);
    String name = named instanceof Instruction.Alloc a ? a.name() : "the value";
    boolean pointer = made.type().kind() == Type.Kind.POINTER;
    Optional<Type> type = Optional.of(pointer ? program.element(made.type()) : made.type());
    return new Subject(name + path(program, type, place), named.position(), GoNames.of(f.name()));
  }

  /** The variable that a value is stored in, which is how the source calls it. */
  private static Optional<Instruction.Definition> holder(Function f, Register value) {
    for (BasicBlock block : f.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i instanceof Instruction.Store s
            && s.value().equals(value)
            && s.address() instanceof Register r
            && f.definition(r) instanceof Instruction.Alloc a) {
          return Optional.of(a);
        }
      }
    }
    return Optional.empty();
  }

  private static String path(Program program, Optional<Type> start, Place place) {
    StringBuilder text = new StringBuilder();
    Optional<Type> type = start;
    for (Step step : place.path()) {
      if (type.isPresent() && type.get().kind() == Type.Kind.POINTER) {
        type = Optional.of(program.element(type.get()));
      }
      switch (step) {
        case Step.Field(int index) -> {
          text.append('.').append(type.map(t -> t.fieldName(index)).orElse("#" + index));
          type =
              type.filter(t -> index < t.members().size())
                  .map(t -> program.type(t.members().get(index).type()));
        }
        case Step.Element _ -> {
          text.append("[...]");
          type = type.map(program::element);
        }
        case Step.Entries _ -> text.append("[...]");
        case Step.Target _, Step.Done _ -> {}
      }
    }
    return text.toString();
  }
}
