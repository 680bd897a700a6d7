package dev.harrier.vet.callgraph;

import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which functions can start a goroutine, themselves or further down, and so which function literals
 * one of them can run in. Most functions need no look beyond this.
 */
public final class Launches {
  private final Program program;
  private final BitSet launching;

  public Launches(Program program, Mentions mentions) {
    this.program = program;
    this.launching = mentions.leadingTo(Launches::launches);
  }

  /**
   * Whether a goroutine may run a closure of a function and the literals inside it. If none does,
   * their variables belong to the goroutine that calls the function.
   */
  public boolean mayShare(List<Function> tree) {
    if (tree.stream().noneMatch(f -> launching.get(f.id().index()))) {
      return false;
    }
    boolean parallel = tree.stream().anyMatch(this::becomesParallel);
    return tree.stream().anyMatch(f -> letsClosureGo(f, parallel));
  }

  private boolean becomesParallel(Function function) {
    return function.hasAny(i -> Mentions.site(i).filter(this::becomesParallel).isPresent());
  }

  private boolean becomesParallel(CallSite site) {
    return site.callee() instanceof Value.FunctionRef(FunctionId id)
        && effect(program.function(id)) instanceof Effect.BecomesParallel;
  }

  private static boolean launches(Function function) {
    if (!function.hasBody()) {
      return Library.isLaunch(effect(function));
    }
    return function.hasAny(i ->
        i instanceof Instruction.Go
            || (i instanceof Instruction.Convert c && Library.isHandler(c.type().text())));
  }

  private static Effect effect(Function function) {
    return Library.effect(function.declaration().genericName()).orElse(new Effect.Nothing());
  }

  /** Whether a closure made here does anything but run before the function ends. */
  private boolean letsClosureGo(Function function, boolean parallelSubtests) {
    BitSet closures = new BitSet();
    function.forEach(i -> {
      if (i instanceof Instruction.MakeClosure made) {
        closures.set(made.register().index());
      }
    });
    return !closures.isEmpty()
        && function.hasAny(i ->
            letsGo(
                i,
                v -> v instanceof Value.Register r && closures.get(r.index()),
                parallelSubtests));
  }

  /** Whether other code may run one of the operands later, or in a goroutine. */
  private boolean letsGo(Instruction i, Predicate<Value> closure, boolean parallelSubtests) {
    Optional<CallSite> site = Mentions.site(i);
    return site.isEmpty()
        ? i.hasOperand(closure)
        : site.get().arguments().stream().anyMatch(closure)
            && !isSynchronous(site.get(), parallelSubtests);
  }

  /** Whether a call runs the functions that it is handed before it returns. */
  private boolean isSynchronous(CallSite site, boolean parallelSubtests) {
    if (!(site.callee() instanceof Value.FunctionRef(FunctionId id))) {
      return false;
    }
    Function callee = program.function(id);
    return !callee.hasBody()
        && Library.isStandard(callee.declaration().packagePath())
        && !Library.isLaunch(effect(callee))
        && !(parallelSubtests && effect(callee) instanceof Effect.RunsSubtest);
  }
}
