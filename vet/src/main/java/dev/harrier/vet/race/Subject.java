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
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import dev.harrier.vet.ssa.Variable;
import java.util.Optional;

/**
 * What a race is about, or a lock that is held, in the words of the source.
 *
 * @param variable the variable, with the fields that lead to the memory
 * @param declared where the variable is declared
 * @param owner the function that declares it, as Go prints it; "" if it is package-level
 */
public record Subject(String variable, Position declared, String owner) {
  private static final String UNNAMED = "the value";

  static Subject of(Program program, Candidate race) {
    Place a = race.first().place();
    Place b = race.second().place();
    return of(program, a.path().size() <= b.path().size() ? a : b, packageOf(race));
  }

  /** How the code of a race calls a lock; "" if it has no name. */
  static String lock(Program program, Place lock, Candidate race) {
    String name = of(program, lock, packageOf(race)).variable();
    return name.equals(UNNAMED) ? "" : name;
  }

  private static String packageOf(Candidate race) {
    return race.first().frame().function().declaration().packagePath();
  }

  /**
   * What a place is called.
   *
   * @param in the path of the package whose names need no qualifier
   */
  private static Subject of(Program program, Place place, String in) {
    return switch (place.base()) {
      case Base.Variable v -> local(program, place, v.frame(), v.register(), in);
      case Base.Result r -> local(program, place, r.frame(), r.register(), in);
      case Base.Parameter p ->
          variable(
              program,
              place,
              p.frame().function().body().params().get(p.index()),
              p.frame().function(),
              in);
      case Base.Captured c ->
          variable(
              program,
              place,
              c.frame().function().body().freeVars().get(c.index()),
              c.frame().function(),
              in);
      case Base.PackageLevel p -> {
        Optional<Value.Global> global = Optional.ofNullable(program.globals().get(p.name()));
        yield new Subject(
            GoNames.within(in, p.name()) + path(program, global.map(Value.Global::type), place),
            global.map(Value.Global::position).orElse(Position.UNKNOWN),
            "");
      }
      case Base.Subtests _, Base.Nothing _ -> new Subject(UNNAMED, Position.UNKNOWN, "");
    };
  }

  private static Subject variable(
      Program program, Place place, Variable variable, Function function, String in) {
    Optional<Type> type = Optional.of(variable.type());
    return new Subject(
        named(program, variable.name(), type, in) + path(program, type, place),
        variable.position(),
        GoNames.of(function.name()));
  }

  private static Subject local(
      Program program, Place place, Frame frame, Register register, String in) {
    Function f = frame.function();
    Instruction.Definition made = asserted(f, f.definition(register));
    Instruction.Definition named = holder(f, made.register()).orElse(made);
    boolean pointer = made.type().kind() == Type.Kind.POINTER;
    Optional<Type> type = Optional.of(pointer ? program.element(made.type()) : made.type());
    return new Subject(
        named(program, f.nameOf(named.register()), type, in) + path(program, type, place),
        named.position(),
        GoNames.of(f.name()));
  }

  /** What has no name of its own is called by that of its type. */
  private static String named(Program program, String name, Optional<Type> type, String in) {
    if (!name.isEmpty() && !name.equals("_")) {
      return name;
    }
    return type.map(t -> t.kind() == Type.Kind.POINTER ? program.element(t) : t)
        .map(Type::text)
        .filter(GoNames::isTypeName)
        .map(text -> GoNames.within(in, text))
        .orElse(UNNAMED);
  }

  /** What a value of an interface type is asserted to be, which has the fields; else the value. */
  private static Instruction.Definition asserted(Function f, Instruction.Definition value) {
    for (BasicBlock block : f.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i instanceof Instruction.TypeAssert t
            && !t.commaOk()
            && t.operand().equals(value.register())) {
          return t;
        }
      }
    }
    return value;
  }

  /** The variable that a value is stored in, which is how the source calls it. */
  private static Optional<Instruction.Definition> holder(Function f, Register value) {
    for (BasicBlock block : f.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i instanceof Instruction.Store s
            && s.value().equals(value)
            && s.address() instanceof Register r
            && f.definition(r) instanceof Instruction.Alloc a
            && !a.name().isEmpty()) {
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
        case Step.Element _, Step.Elements _ -> {
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
