package dev.harrier.vet.expansion;

import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.library.SyncKind;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Constant;
import java.math.BigInteger;
import java.util.Optional;

/**
 * What the results of atomic operations tell. An atomic load orders nothing; the branch on which
 * its value is not the zero with which memory begins follows the store that put it there (Go memory
 * model, "Atomic Values"). On the other branch nothing need have been stored.
 */
final class AtomicResults {
  private static final int MAX_USES = 30;

  private final ExpansionContext context;

  /** What an atomic operation returned, and whether it stored something itself. */
  private record Result(Place memory, boolean stores) {}

  AtomicResults(ExpansionContext context) {
    this.context = context;
  }

  /** Appends what it tells that control goes where a condition holds, or does not. */
  void branch(Cursor edge, Value condition, boolean holds) {
    Bound value = context.resolver().trace(edge.bound(condition));
    switch (value.definition().orElse(null)) {
      case Instruction.BinOp b -> compared(edge, value, b, holds);
      case Instruction.Extract e
          when e.index() == 1
              && value.sibling(e.tuple()).definition().orElse(null)
                  instanceof Instruction.TypeAssert assertion ->
          result(value.sibling(assertion.operand()))
              .filter(_ -> holds)
              .ifPresent(r -> edge.op(new Op.Sync(SyncKind.ATOMIC_LOAD, r.memory())));
      case null -> {}
      default -> result(value).ifPresent(r -> tell(edge, r, Optional.of(!holds), holds));
    }
  }

  private void compared(Cursor edge, Bound value, Instruction.BinOp b, boolean holds) {
    Optional<Result> left = result(value.sibling(b.left()));
    Optional<Result> right = result(value.sibling(b.right()));
    left.ifPresent(r ->
        tell(
            edge,
            r,
            fits(b.operator(), value.sibling(b.right())).map(f -> f == holds),
            pins(b, holds)));
    right.ifPresent(r ->
        tell(
            edge,
            r,
            fits(mirrored(b.operator()), value.sibling(b.left())).map(f -> f == holds),
            pins(b, holds)));
  }

  /** Whether only one value, or few, lead here. */
  private static boolean pins(Instruction.BinOp b, boolean holds) {
    return switch (b.operator()) {
      case "==" -> holds;
      case "!=" -> !holds;
      default -> true;
    };
  }

  /**
   * @param initial whether the zero with which the memory began would lead here, if that is known
   * @param pinned whether few values lead here
   */
  private static void tell(Cursor edge, Result r, Optional<Boolean> initial, boolean pinned) {
    if (r.stores()) {
      if (pinned) {
        edge.op(new Op.Sync(SyncKind.ATOMIC_LOOK, r.memory()));
      }
      return;
    }
    SyncKind kind =
        initial
            .map(fits -> fits ? SyncKind.ATOMIC_INITIAL : SyncKind.ATOMIC_LOAD)
            .orElse(SyncKind.ATOMIC_LOOK);
    edge.op(new Op.Sync(kind, r.memory()));
  }

  /** Whether a number, nil or false compares so with a constant; empty if it is none. */
  private Optional<Boolean> fits(String operator, Bound other) {
    if (!(context.resolver().trace(other).value() instanceof Constant c)) {
      return Optional.empty();
    }
    boolean number = c.text().matches("-?\\d{1,30}");
    if (!number) {
      boolean isZero = c.text().equals("nil") || c.text().equals("false");
      return switch (operator) {
        case "==" -> Optional.of(isZero);
        case "!=" -> Optional.of(!isZero);
        default -> Optional.empty();
      };
    }
    int order = BigInteger.ZERO.compareTo(new BigInteger(c.text()));
    return switch (operator) {
      case "==" -> Optional.of(order == 0);
      case "!=" -> Optional.of(order != 0);
      case "<" -> Optional.of(order < 0);
      case "<=" -> Optional.of(order <= 0);
      case ">" -> Optional.of(order > 0);
      case ">=" -> Optional.of(order >= 0);
      default -> Optional.empty();
    };
  }

  private static String mirrored(String operator) {
    return switch (operator) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> operator;
    };
  }

  private Optional<Result> result(Bound value) {
    Bound origin = context.resolver().trace(value);
    return origin.definition().orElse(null) instanceof Instruction.Call call
        ? effect(call)
            .flatMap(e ->
                Optional.of(
                    new Result(
                        context
                            .resolver()
                            .place(origin.sibling(call.site().arguments().getFirst())),
                        e instanceof Effect.StoresAtomically)))
        : Optional.empty();
  }

  private Optional<Effect> effect(Instruction.Call call) {
    return call.site().callee() instanceof Value.FunctionRef(FunctionId id)
        ? Library.effect(context.program().function(id).declaration().genericName())
            .filter(
                e -> e instanceof Effect.LoadsAtomically || e instanceof Effect.StoresAtomically)
        : Optional.empty();
  }

  /** Appends what it tells that the result of an atomic load is used other than by a branch. */
  void used(Cursor at, Instruction.Call call, BasicBlock block) {
    if (at.isDead() || !(effect(call).orElse(null) instanceof Effect.LoadsAtomically)) {
      return;
    }
    Place memory = context.resolver().place(at.bound(call.site().arguments().getFirst()));
    if (block.instructions().stream().anyMatch(i -> needsValue(i, call.register()))) {
      at.op(new Op.Sync(SyncKind.ATOMIC_LOAD, memory));
    } else if (isHandedOn(at.frame().function(), call.register(), MAX_USES)) {
      at.op(new Op.Sync(SyncKind.ATOMIC_LOOK, memory));
    }
  }

  /** Whether an instruction panics if the value is nil. */
  private static boolean needsValue(Instruction i, Value value) {
    return switch (i) {
      case Instruction.FieldAddr f -> f.base().equals(value);
      case Instruction.UnOp load when load.isLoad() -> load.operand().equals(value);
      case Instruction.TypeAssert t when !t.commaOk() -> t.operand().equals(value);
      case Instruction.Store s -> s.address().equals(value);
      default -> false;
    };
  }

  /** Whether a value, or what is computed from it, goes where no branch tells what it was. */
  private static boolean isHandedOn(Function function, Value value, int uses) {
    return uses == 0
        || function.hasAny(i ->
            i.hasOperand(value::equals)
                && switch (i) {
                  case Instruction.If _ -> false;
                  case Instruction.BinOp b -> isHandedOn(function, b.register(), uses - 1);
                  case Instruction.UnOp u -> isHandedOn(function, u.register(), uses - 1);
                  case Instruction.Convert c -> isHandedOn(function, c.register(), uses - 1);
                  case Instruction.TypeAssert t when t.commaOk() ->
                      isHandedOn(function, t.register(), uses - 1);
                  case Instruction.Extract e when e.index() == 1 ->
                      isHandedOn(function, e.register(), uses - 1);
                  default -> true;
                });
  }
}
