package dev.harrier.vet.ssa;

import dev.harrier.vet.ssa.Instruction.Definition;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A function, method, closure, or wrapper that SSA construction made. */
public final class Function {
  private final Declaration declaration;
  private final Body body;
  private final Instruction[] code;
  private final Definition[] definitions;

  /**
   * What is known of every function.
   *
   * @param name as SSA prints it: {@code (*example.com/p.T).M$1}
   * @param genericName the name of the generic function that this is an instance of, else the name
   * @param synthetic why there is no such function in the source, or ""
   * @param parent the enclosing function of a closure
   */
  public record Declaration(
      FunctionId id,
      String name,
      String genericName,
      String packagePath,
      String synthetic,
      Optional<FunctionId> parent,
      Type type,
      Position position) {}

  /**
   * The code.
   *
   * @param recoverBlock where control continues after a recovered panic, if the results are named
   * @param names of variables of the source, by registers that have their values
   */
  public record Body(
      List<Variable> params,
      List<Variable> freeVars,
      List<BasicBlock> blocks,
      Optional<Integer> recoverBlock,
      Map<Register, String> names) {
    /** The body of a function that is only declared. */
    public static final Body NONE =
        new Body(List.of(), List.of(), List.of(), Optional.empty(), Map.of());

    public Body {
      params = List.copyOf(params);
      freeVars = List.copyOf(freeVars);
      blocks = List.copyOf(blocks);
      names = Map.copyOf(names);
    }
  }

  public Function(Declaration declaration, Body body) {
    this.declaration = declaration;
    this.body = body;
    List<Instruction> all = new ArrayList<>();
    body.blocks().forEach(block -> all.addAll(block.instructions()));
    this.code = all.toArray(Instruction[]::new);
    this.definitions = definitions(code);
  }

  /** By the registers that they define, which are numbered in the order of the code. */
  private static Definition[] definitions(Instruction[] code) {
    List<Definition> found = new ArrayList<>(code.length);
    for (Instruction instruction : code) {
      if (instruction instanceof Definition definition) {
        found.add(definition);
      }
    }
    return found.toArray(Definition[]::new);
  }

  public Declaration declaration() {
    return declaration;
  }

  public FunctionId id() {
    return declaration.id();
  }

  public String name() {
    return declaration.name();
  }

  public List<BasicBlock> blocks() {
    return body.blocks();
  }

  public Body body() {
    return body;
  }

  /** Whether the code is known: false for what export data declares. */
  public boolean hasBody() {
    return !body.blocks().isEmpty();
  }

  /** Whether some instruction satisfies the condition. */
  public boolean hasAny(Predicate<Instruction> condition) {
    for (Instruction instruction : code) {
      if (condition.test(instruction)) {
        return true;
      }
    }
    return false;
  }

  /** Shows all instructions, block by block. */
  public void forEach(Consumer<Instruction> action) {
    for (Instruction instruction : code) {
      action.accept(instruction);
    }
  }

  /** A function literal, at any depth. */
  public boolean isClosure() {
    return declaration.parent().isPresent();
  }

  /** The instruction that defines a register of this function. */
  public Definition definition(Register register) {
    return definitions[register.index()];
  }

  /** The same for any operand; null if no instruction computes it. */
  public @Nullable Definition definition(Value value) {
    return value instanceof Register r ? definition(r) : null;
  }

  /** The variable of the source that a register reserves or has the value of; "" for none. */
  public String nameOf(Register register) {
    return definition(register) instanceof Instruction.Alloc a && !a.name().isEmpty()
        ? a.name()
        : body.names().getOrDefault(register, "");
  }

  /** The type of an operand of this function; {@link Type#ABSENT} for a function or a builtin. */
  public Type typeOf(Value value) {
    return switch (value) {
      case Register r -> definition(r).type();
      case Value.Param p -> body.params().get(p.index()).type();
      case Value.FreeVar v -> body.freeVars().get(v.index()).type();
      case Value.Constant c -> c.type();
      case Value.Global g -> g.type();
      case Value.FunctionRef _, Value.Builtin _, Value.Absent _ -> Type.ABSENT;
    };
  }

  /** How many registers there are. */
  public int registers() {
    return definitions.length;
  }

  @Override
  public String toString() {
    return declaration.name();
  }
}
