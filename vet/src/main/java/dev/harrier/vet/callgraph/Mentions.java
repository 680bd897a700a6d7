package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which functions a function names: those that it may call, makes, or passes on. Whatever an
 * expansion of a function runs into can be reached from it by such steps.
 */
public final class Mentions {
  private final Program program;
  private final List<IntList> by = new ArrayList<>();

  public Mentions(Program program, Methods methods) {
    this.program = program;
    for (int i = 0; i < program.functions().size(); i++) {
      by.add(new IntArrayList(2));
    }
    for (Function function : program.functions()) {
      function.forEach(i -> collect(function, i, methods));
    }
  }

  /** The functions that satisfy the condition, and all that lead to one of them. */
  public BitSet leadingTo(Predicate<Function> condition) {
    BitSet found = new BitSet(by.size());
    IntArrayList work = new IntArrayList();
    for (Function function : program.functions()) {
      if (condition.test(function)) {
        work.push(function.id().index());
      }
    }
    while (!work.isEmpty()) {
      int function = work.popInt();
      if (!found.get(function)) {
        found.set(function);
        work.addAll(by.get(function));
      }
    }
    return found;
  }

  private void collect(Function function, Instruction i, Methods methods) {
    i.forEachOperand(v -> {
      if (v instanceof Value.FunctionRef(FunctionId callee)) {
        add(callee, function);
      }
    });
    if (i instanceof Instruction.MakeClosure made) {
      add(made.function(), function);
    }
    CallSite site = site(i).orElse(null);
    if (site != null && site.isInvoke()) {
      methods.callees(function, site.callee(), site.method()).forEach(c -> add(c.id(), function));
    }
  }

  private void add(FunctionId callee, Function caller) {
    IntList callers = by.get(callee.index());
    int id = caller.id().index();
    if (callers.isEmpty() || callers.getInt(callers.size() - 1) != id) {
      callers.add(id);
    }
  }

  /** What an instruction calls, now or when its function ends. */
  public static Optional<CallSite> site(Instruction i) {
    return switch (i) {
      case Instruction.Call c -> Optional.of(c.site());
      case Instruction.Defer d -> Optional.of(d.site());
      default -> Optional.empty();
    };
  }
}
