package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which functions can matter to the order between goroutines: those that synchronise, start a
 * goroutine, call a function value, or call such a function. The others need no expansion.
 */
final class Interest {
  private final Set<FunctionId> interesting = new HashSet<>();

  Interest(Program program, Methods methods) {
    Map<FunctionId, List<FunctionId>> callers = new HashMap<>();
    Deque<FunctionId> work = new ArrayDeque<>();
    for (Function function : program.functions()) {
      boolean direct = false;
      for (BasicBlock block : function.blocks()) {
        for (Instruction i : block.instructions()) {
          direct |= isDirect(program, i) || storesFunction(function, i);
          for (FunctionId callee : mentioned(function, i, methods)) {
            callers.computeIfAbsent(callee, _ -> new ArrayList<>()).add(function.id());
          }
        }
      }
      if (direct) {
        work.add(function.id());
      }
    }
    while (!work.isEmpty()) {
      FunctionId id = work.pop();
      if (interesting.add(id)) {
        work.addAll(callers.getOrDefault(id, List.of()));
      }
    }
  }

  boolean in(Function function) {
    return interesting.contains(function.id());
  }

  /** The functions that an instruction may call, makes, or passes on. */
  private static List<FunctionId> mentioned(Function function, Instruction i, Methods methods) {
    List<FunctionId> mentioned = new ArrayList<>();
    for (Value v : i.operands()) {
      if (v instanceof Value.FunctionRef(FunctionId callee)) {
        mentioned.add(callee);
      }
    }
    if (i instanceof Instruction.MakeClosure made) {
      mentioned.add(made.function());
    }
    site(i)
        .filter(CallSite::isInvoke)
        .map(s -> methods.callees(function, s.callee(), s.method()))
        .ifPresent(callees -> callees.forEach(c -> mentioned.add(c.id())));
    return mentioned;
  }

  private static Optional<CallSite> site(Instruction i) {
    return switch (i) {
      case Instruction.Call c -> Optional.of(c.site());
      case Instruction.Defer d -> Optional.of(d.site());
      default -> Optional.empty();
    };
  }

  private static boolean isDirect(Program program, Instruction i) {
    return switch (i) {
      case Instruction.Go _, Instruction.Send _, Instruction.Select _ -> true;
      case Instruction.UnOp u -> u.isReceive();
      case Instruction.Convert c -> LibraryModel.isHandler(c.type().text());
      case Instruction.Call c -> isDirect(program, c.site());
      case Instruction.Defer d -> isDirect(program, d.site());
      default -> false;
    };
  }

  /** Whether a call through memory may depend on this. */
  private static boolean storesFunction(Function function, Instruction i) {
    return i instanceof Instruction.Store s
        && s.address() instanceof Value.Register address
        && function.definition(address) instanceof Instruction.FieldAddr
        && function.typeOf(s.value()).kind() == Type.Kind.FUNCTION;
  }

  private static boolean isDirect(Program program, CallSite site) {
    if (site.isInvoke()) {
      return matters(LibraryModel.effect(site.method()));
    }
    return switch (site.callee()) {
      case Value.FunctionRef(FunctionId id) ->
          matters(LibraryModel.effect(program.function(id).declaration().genericName()));
      case Value.Builtin(String name) -> name.equals("close");
      default -> true;
    };
  }

  /** Streams alone order nothing. */
  private static boolean matters(Optional<Effect> effect) {
    return effect.isPresent() && !(effect.get() instanceof Effect.Transfers);
  }
}
