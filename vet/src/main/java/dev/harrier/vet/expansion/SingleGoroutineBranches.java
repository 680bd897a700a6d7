package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import java.util.Optional;

/**
 * Which branches probably let a single goroutine of many through: where a counter of a loop has one
 * value, or a function that synchronizes says yes.
 */
final class SingleGoroutineBranches {
  private final ExpansionContext context;

  SingleGoroutineBranches(ExpansionContext context) {
    this.context = context;
  }

  /** Whether the edge on which the test has this outcome is for one. */
  boolean lets(Cursor edge, Instruction.Definition test, boolean holds) {
    return switch (test) {
      case Instruction.UnOp not when not.operator().equals("!") ->
          edge.bound(not.operand())
              .definition()
              .map(negated -> lets(edge, negated, !holds))
              .orElse(false);
      case Instruction.BinOp b when b.operator().equals(holds ? "==" : "!=") ->
          b.right() instanceof Value.Constant && isCounter(edge.bound(b.left()));
      case Instruction.Call call -> holds && synchronizes(call);
      case Instruction.Extract e ->
          holds
              && e.type().text().equals("bool")
              && edge.bound(e.tuple()).definition().orElse(null) instanceof Instruction.Call call
              && synchronizes(call);
      default -> false;
    };
  }

  private boolean synchronizes(Instruction.Call call) {
    if (!(call.site().callee() instanceof Value.FunctionRef(FunctionId id))) {
      return false;
    }
    Function callee = context.program().function(id);
    return callee.hasBody() && !callee.isClosure() && context.interest().in(callee);
  }

  private boolean isCounter(Bound value) {
    Bound origin = context.resolver().trace(value);
    return switch (origin.definition().orElse(null)) {
      case Instruction.Phi phi -> isInLoop(origin.frame().function(), phi);
      case Instruction.Extract e ->
          origin.sibling(e.tuple()).definition().orElse(null) instanceof Instruction.Next;
      case Instruction.UnOp load when load.isLoad() ->
          isOfIteration(context.resolver().place(origin.sibling(load.operand())).base());
      case null, default -> false;
    };
  }

  /** Whether each iteration of a loop has the variable for itself. */
  private boolean isOfIteration(Base base) {
    return switch (base) {
      case Base.Variable(Frame frame, Value.Register register) ->
          isInLoop(frame.function(), frame.function().definition(register));
      case Base.Result(Frame frame, Value.Register register) ->
          isInLoop(frame.function(), frame.function().definition(register));
      default -> false;
    };
  }

  private boolean isInLoop(Function function, Instruction instruction) {
    Optional<BasicBlock> home =
        function.blocks().stream().filter(b -> b.instructions().contains(instruction)).findFirst();
    return home.isPresent() && context.shape(function).loops().contain(home.get().index());
  }
}
