package dev.harrier.vet.callgraph;

import dev.harrier.vet.pointsto.BindingMap;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.pointsto.VariableUses;
import dev.harrier.vet.ssa.Dominators;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Program;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What every expansion of one program shares. */
public final class ExpansionContext {
  private final Program program;
  private final BindingMap bindings;
  private final Resolver resolver;
  private final Methods methods;
  private final Interest interest;
  private final Map<FunctionId, Shape> shapes = new HashMap<>();

  /** The control flow of a function. */
  record Shape(Dominators dominators, Loops loops, List<Integer> order) {}

  public ExpansionContext(Program program) {
    this.program = program;
    this.bindings = new BindingMap(program);
    this.resolver = new Resolver(program, new VariableUses(program, bindings));
    this.methods = new Methods(program);
    this.interest = new Interest(program, methods);
  }

  public Program program() {
    return program;
  }

  public BindingMap bindings() {
    return bindings;
  }

  /** The outermost function around a function, and all function literals inside it. */
  public Set<Function> lexicalTree(Function function) {
    Function outermost = function;
    while (outermost.declaration().parent().isPresent()) {
      outermost = program.function(outermost.declaration().parent().get());
    }
    return new HashSet<>(bindings.tree(outermost));
  }

  public Resolver resolver() {
    return resolver;
  }

  Methods methods() {
    return methods;
  }

  Interest interest() {
    return interest;
  }

  Shape shape(Function function) {
    return shapes.computeIfAbsent(
        function.id(),
        _ -> {
          Dominators dominators = Dominators.of(function);
          return new Shape(
              dominators, new Loops(function, dominators), dominators.reversePostorder());
        });
  }
}
