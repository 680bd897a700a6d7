package dev.harrier.vet.callgraph;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which functions a function value may be. */
final class Targets {
  private final ExpansionContext context;

  /** A function, with the variables it captured. */
  record Target(Function function, Optional<Frame.Environment> environment) {}

  Targets(ExpansionContext context) {
    this.context = context;
  }

  /** All targets of a value that was traced to its origin; empty if nothing is known. */
  List<Target> of(Bound origin) {
    List<Target> found = new ArrayList<>();
    collect(origin, found, true);
    return found;
  }

  private void collect(Bound origin, List<Target> found, boolean throughPhi) {
    if (origin.value() instanceof Value.FunctionRef(FunctionId id)) {
      found.add(new Target(context.program().function(id), Optional.empty()));
      return;
    }
    switch (origin.definition().orElse(null)) {
      case Instruction.MakeClosure made -> {
        List<Bound> bindings = made.bindings().stream().map(origin::sibling).toList();
        found.add(
            new Target(
                context.program().function(made.function()),
                Optional.of(new Frame.Environment(origin.frame(), bindings))));
      }
      case Instruction.Phi phi when throughPhi ->
          phi.edges()
              .forEach(e -> collect(context.resolver().trace(origin.sibling(e)), found, false));
      case null, default -> {}
    }
  }

  /** Whether a value is the cancel function of a context. */
  static boolean isCancel(Bound origin, ExpansionContext context) {
    return origin.definition().orElse(null) instanceof Instruction.Extract e
        && e.index() == 1
        && origin.sibling(e.tuple()).definition().orElse(null) instanceof Instruction.Call call
        && call.site().callee() instanceof Value.FunctionRef(FunctionId id)
        && context.program().function(id).name().startsWith("context.With");
  }
}
