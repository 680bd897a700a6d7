package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which functions read or write what an argument points to, themselves or one or two calls on. */
public final class PointerArguments {
  private static final int MAX_CALLS = 2;

  private static final BitSet NONE = new BitSet();

  private final Program program;
  private final Map<FunctionId, BitSet> known = new ConcurrentHashMap<>();

  public PointerArguments(Program program) {
    this.program = program;
  }

  public boolean looksAt(Function function, int parameter) {
    BitSet found = known.get(function.id());
    if (found == null) {
      found = find(function, MAX_CALLS);
      known.put(function.id(), found);
    }
    return found.get(parameter);
  }

  private BitSet find(Function function, int calls) {
    BitSet found = new BitSet();
    function.hasAny(i -> {
      switch (i) {
        case Instruction.UnOp load when load.isLoad() -> add(function, load.operand(), found);
        case Instruction.Store store -> add(function, store.address(), found);
        case Instruction.Call call
            when calls > 0 && call.site().callee() instanceof Value.FunctionRef(FunctionId id) -> {
          Function callee = program.function(id);
          BitSet further = callee.hasBody() ? find(callee, calls - 1) : NONE;
          for (int a = 0; a < call.site().arguments().size(); a++) {
            if (further.get(a)) {
              add(function, call.site().arguments().get(a), found);
            }
          }
        }
        default -> {}
      }
      return false;
    });
    return found;
  }

  /** Adds the parameter that an address is computed from by selecting fields, if it is one. */
  private static void add(Function function, Value address, BitSet found) {
    Value at = address;
    while (at instanceof Value.Register r
        && function.definition(r) instanceof Instruction.FieldAddr f) {
      at = f.base();
    }
    if (at instanceof Value.Param(int index)) {
      found.set(index);
    }
  }
}
