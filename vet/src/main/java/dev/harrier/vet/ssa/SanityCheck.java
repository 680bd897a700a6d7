package dev.harrier.vet.ssa;

import dev.harrier.vet.ssa.Instruction.Definition;
import dev.harrier.vet.ssa.Instruction.MakeClosure;
import dev.harrier.vet.ssa.Instruction.Phi;
import dev.harrier.vet.ssa.Value.FreeVar;
import dev.harrier.vet.ssa.Value.FunctionRef;
import dev.harrier.vet.ssa.Value.Param;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks what every analysis relies on: edges agree in both directions, each block ends in one
 * control instruction, each operand exists, each definition dominates its uses, and a closure binds
 * as many values as its function has free variables. What is said to change is a field of a struct.
 */
public final class SanityCheck {
  private final Program program;
  private final List<String> complaints = new ArrayList<>();

  private SanityCheck(Program program) {
    this.program = program;
  }

  /** What is wrong, one sentence each; empty if the program is sound. */
  public static List<String> check(Program program) {
    SanityCheck check = new SanityCheck(program);
    for (Function function : program.functions()) {
      if (function.hasBody()) {
        check.function(function);
      }
    }
    program.extent().changes().forEach(check::changes);
    return check.complaints;
  }

  private void changes(int number, Program.Changes changes) {
    boolean exists = number < program.types().size();
    Type type = exists ? program.type(number) : Type.ABSENT;
    if (type.kind() != Type.Kind.STRUCT) {
      complaints.add("type " + number + " has fields that change, and is no struct");
    } else if (changes.fields().stream().anyMatch(f -> f >= type.members().size())) {
      complaints.add("a field changes that " + type.text() + " does not have");
    }
  }

  private void function(Function f) {
    int blocks = f.blocks().size();
    int[] definedIn = new int[f.registers()];
    for (BasicBlock block : f.blocks()) {
      for (int s : block.successors()) {
        if (s >= blocks || !f.blocks().get(s).predecessors().contains(block.index())) {
          complain(f, block, "the edge to block " + s + " has no counterpart");
          return;
        }
      }
      for (Instruction i : block.instructions()) {
        if (i instanceof Definition d) {
          definedIn[d.register().index()] = block.index();
        }
      }
      terminator(f, block);
    }
    Dominators dominators = Dominators.of(f);
    for (BasicBlock block : f.blocks()) {
      if (dominators.isReachable(block.index())) {
        uses(f, block, dominators, definedIn);
      }
    }
  }

  private void terminator(Function f, BasicBlock block) {
    int expected =
        block.instructions().isEmpty()
            ? -1
            : switch (block.instructions().getLast()) {
              case Instruction.Jump _ -> 1;
              case Instruction.If _ -> 2;
              case Instruction.Return _, Instruction.Panic _ -> 0;
              default -> -1;
            };
    if (expected != block.successors().size()) {
      complain(f, block, "its last instruction does not fit its successors");
    }
  }

  private void uses(Function f, BasicBlock block, Dominators dominators, int[] definedIn) {
    int defined = -1;
    for (Instruction i : block.instructions()) {
      if (i instanceof MakeClosure closure) {
        binding(f, block, closure);
      }
      if (i instanceof Phi phi && phi.edges().size() != block.predecessors().size()) {
        complain(f, block, "a phi has " + phi.edges().size() + " edges");
      }
      int last = defined;
      i.forEachOperand(value -> {
        if (!exists(f, value)) {
          complain(f, block, "an operand " + value + " does not exist");
        } else if (value instanceof Register r && !(i instanceof Phi)) {
          int home = definedIn[r.index()];
          boolean before =
              home == block.index() ? r.index() <= last : dominators.dominates(home, block.index());
          if (!before) {
            complain(f, block, "register " + r.index() + " is used before it is defined");
          }
        }
      });
      if (i instanceof Definition d) {
        defined = d.register().index();
      }
    }
  }

  private boolean exists(Function f, Value value) {
    return switch (value) {
      case Register r -> r.index() < f.registers();
      case Param p -> p.index() < f.body().params().size();
      case FreeVar v -> v.index() < f.body().freeVars().size();
      case FunctionRef r -> r.function().index() < program.functions().size();
      default -> true;
    };
  }

  private void binding(Function f, BasicBlock block, MakeClosure closure) {
    if (closure.function().index() >= program.functions().size()) {
      complain(f, block, "a closure's function does not exist");
      return;
    }
    Function target = program.function(closure.function());
    if (target.hasBody() && target.body().freeVars().size() != closure.bindings().size()) {
      complain(f, block, "a closure does not bind every free variable of " + target);
    }
  }

  private void complain(Function f, BasicBlock block, String what) {
    complaints.add("in " + f.name() + ", block " + block.index() + ": " + what);
  }
}
