package dev.harrier.vet.expansion;

import dev.harrier.vet.callgraph.Methods;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Which functions a function value, or a call through an interface, may reach. */
final class Targets {
  private static final int MAX_HOPS = 3;

  private final ExpansionContext context;
  private final StoredValues stores;
  private final Choices choices;

  /** A function, with the variables it captured. */
  record Target(Function function, Optional<Frame.Environment> environment) {}

  Targets(ExpansionContext context, StoredValues stores, Choices choices) {
    this.context = context;
    this.stores = stores;
    this.choices = choices;
  }

  /** All functions that a value may be; empty if nothing is known. */
  List<Target> of(Bound value) {
    if (!mayBeFunction(value.type().kind())) {
      return List.of(); // Most arguments, which need not be followed.
    }
    List<Target> found = new ArrayList<>();
    for (Bound origin : origins(value, MAX_HOPS, context.resolver()::trace)) {
      if (origin.value() instanceof Value.FunctionRef(FunctionId id)) {
        found.add(new Target(context.program().function(id), Optional.empty()));
      } else if (origin.definition().orElse(null) instanceof Instruction.MakeClosure made) {
        List<Bound> bindings = made.bindings().stream().map(origin::sibling).toList();
        found.add(
            new Target(
                context.program().function(made.function()),
                Optional.of(new Frame.Environment(origin.frame(), bindings))));
      }
    }
    return found;
  }

  /**
   * The methods that a call through an interface may reach; empty if they are not known. There are
   * several only if all values were seen that may be there.
   *
   * @param matters whether it would matter which of several is reached
   */
  List<Target> ofMethod(Bound receiver, String fullName, boolean matters) {
    String method = Methods.simple(fullName);
    Set<Function> found = new LinkedHashSet<>();
    boolean seen = true;
    for (Bound origin : origins(receiver, MAX_HOPS, context.resolver()::traceInterface)) {
      if (origin.definition().orElse(null) instanceof Instruction.MakeInterface made) {
        context.methods().of(origin.sibling(made.operand()).type(), method).ifPresent(found::add);
      } else {
        seen = false;
        List<Function> candidates = context.methods().implementing(origin.type(), method);
        Optional<Function> chosen = choices.choose(origin, candidates);
        if (matters && candidates.stream().anyMatch(context.interest()::in)) {
          choices.matters(origin, candidates);
        }
        found.addAll(chosen.map(List::of).orElse(candidates));
      }
    }
    return seen || found.size() == 1
        ? found.stream().map(f -> new Target(f, Optional.empty())).toList()
        : List.of();
  }

  private static boolean mayBeFunction(Type.Kind kind) {
    return switch (kind) {
      case FUNCTION, INTERFACE, TUPLE, OTHER -> true;
      case BASIC, POINTER, SLICE, ARRAY, MAP, CHANNEL, STRUCT -> false;
    };
  }

  /** Where a value may have been made, through phis and through memory that was seen written. */
  private List<Bound> origins(Bound value, int hops, UnaryOperator<Bound> trace) {
    Bound origin = trace.apply(value);
    List<Bound> next =
        switch (origin.definition().orElse(null)) {
          case Instruction.Phi phi -> phi.edges().stream().map(origin::sibling).toList();
          case Instruction.UnOp load when load.isLoad() ->
              stores.at(context.resolver().place(origin.sibling(load.operand())));
          case null, default -> List.of();
        };
    if (next.isEmpty() || hops == 0) {
      return List.of(origin);
    }
    return next.stream().flatMap(n -> origins(n, hops - 1, trace).stream()).distinct().toList();
  }

  /** Whether a value is the cancel function of a context. */
  boolean isCancel(Bound value) {
    Bound origin = context.resolver().trace(value);
    return origin.definition().orElse(null) instanceof Instruction.Extract e
        && e.index() == 1
        && origin.sibling(e.tuple()).definition().orElse(null) instanceof Instruction.Call call
        && call.site().callee() instanceof Value.FunctionRef(FunctionId id)
        && Library.makesCancel(context.program().function(id).name());
  }
}
