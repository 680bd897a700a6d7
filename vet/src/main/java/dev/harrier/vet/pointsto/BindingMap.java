package dev.harrier.vet.pointsto;

import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction.MakeClosure;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which closure is made where: the binding map of the closure-race paper (step 2). Each function
 * literal is made by one instruction of its enclosing function, which binds its free variables.
 */
public final class BindingMap {
  private final Map<FunctionId, MakeClosure> makers = new HashMap<>();
  private final Map<FunctionId, List<Function>> nested = new HashMap<>();

  public BindingMap(Program program) {
    for (Function function : program.functions()) {
      function
          .declaration()
          .parent()
          .ifPresent(p -> nested.computeIfAbsent(p, _ -> new ArrayList<>()).add(function));
      function.forEach(i -> {
        if (i instanceof MakeClosure made) {
          makers.put(made.function(), made);
        }
      });
    }
  }

  /** The instruction that makes a closure; none for a literal that captures nothing. */
  public Optional<MakeClosure> maker(Function closure) {
    return Optional.ofNullable(makers.get(closure.id()));
  }

  /** The function literals directly inside a function. */
  public List<Function> literals(Function function) {
    return nested.getOrDefault(function.id(), List.of());
  }

  /** A function and all function literals inside it, at any depth, outermost first. */
  public List<Function> tree(Function function) {
    List<Function> all = new ArrayList<>();
    all.add(function);
    for (int i = 0; i < all.size(); i++) {
      all.addAll(literals(all.get(i)));
    }
    return all;
  }
}
