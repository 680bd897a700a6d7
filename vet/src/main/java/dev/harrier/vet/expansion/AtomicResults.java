package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.AtomicValues;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Constant;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the results of atomic operations show. An atomic load orders nothing; the branch on which
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

  /** Appends what follows if control goes where a condition holds, or does not. */
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
      default ->
          result(value)
              .ifPresent(r ->
                  observe(edge, r, new AtomicValues.Compared("!=", BigInteger.ZERO, holds), holds));
    }
  }

  private void compared(Cursor edge, Bound value, Instruction.BinOp b, boolean holds) {
    Bound left = value.sibling(b.left());
    Bound right = value.sibling(b.right());
    result(left)
        .ifPresent(r -> observe(edge, r, values(b.operator(), right, holds), pins(b, holds)));
    result(right)
        .ifPresent(
            r -> observe(edge, r, values(mirrored(b.operator()), left, holds), pins(b, holds)));
  }

  private AtomicValues values(String operator, Bound other, boolean holds) {
    return context.resolver().trace(other).value() instanceof Constant c
        ? number(c)
            .<AtomicValues>map(n -> new AtomicValues.Compared(operator, n, holds))
            .orElse(AtomicValues.any())
        : AtomicValues.any();
  }

  /** What is stored, if that is a constant number, nil or a truth value. */
  static AtomicValues stored(Resolver resolver, Bound value) {
    return resolver.trace(value).value() instanceof Constant c
        ? number(c).<AtomicValues>map(AtomicValues.One::new).orElse(AtomicValues.any())
        : AtomicValues.any();
  }

  private static Optional<BigInteger> number(Constant constant) {
    return switch (constant.text()) {
      case "nil", "false" -> Optional.of(BigInteger.ZERO);
      case "true" -> Optional.of(BigInteger.ONE);
      default -> constant.number();
    };
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
   * @param values with which control gets here
   * @param pinned whether few values lead here
   */
  private void observe(Cursor edge, Result r, AtomicValues values, boolean pinned) {
    if (r.stores()) {
      if (pinned) {
        edge.op(new Op.Sync(OrderHint.ATOMIC_LOOK, r.memory()));
      }
      return;
    }
    OperationKind kind = OrderHint.ATOMIC_LOOK;
    Optional<List<AtomicValues>> first = firstValues(r.memory());
    if (!values.equals(AtomicValues.any()) && first.isPresent()) {
      kind =
          first.get().stream().anyMatch(values::mayBe)
              ? OrderHint.ATOMIC_INITIAL
              : SyncKind.ATOMIC_LOAD;
    }
    edge.op(new Op.Sync(kind, r.memory(), values));
  }

  /**
   * The values that a variable can have before an atomic operation stores one: the zero with which
   * memory begins, unless something else is put there at once, and what plain assignments put
   * there. Empty if one of these is not known.
   */
  private Optional<List<AtomicValues>> firstValues(Place memory) {
    AtomicValues zero = new AtomicValues.One(BigInteger.ZERO);
    if (!(memory.base() instanceof Place.Base.Variable(Frame frame, Value.Register variable))
        || !memory.path().isEmpty()) {
      return Optional.of(List.of(zero));
    }
    Function owner = frame.function();
    List<AtomicValues> values =
        new ArrayList<>(
            context
                .assigned(owner, variable)
                .map(v -> stored(context.resolver(), new Bound(frame, v)))
                .toList());
    if (!isSetAtOnce(owner, variable)) {
      values.add(zero);
    }
    return values.contains(AtomicValues.any()) ? Optional.empty() : Optional.of(values);
  }

  /** Whether a variable is declared with a value. */
  private static boolean isSetAtOnce(Function owner, Value.Register variable) {
    boolean declared = false;
    for (BasicBlock block : owner.blocks()) {
      for (Instruction i : block.instructions()) {
        if (declared && i.hasOperand(variable::equals)) {
          return i instanceof Instruction.Store s && s.address().equals(variable);
        }
        declared |= i instanceof Instruction.Alloc a && a.register().equals(variable);
      }
      if (declared) {
        return false;
      }
    }
    return false;
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

  /** Appends what follows if the result of an atomic load is used other than by a branch. */
  void used(Cursor at, Instruction.Call call, BasicBlock block) {
    if (at.isDead() || !(effect(call).orElse(null) instanceof Effect.LoadsAtomically)) {
      return;
    }
    Place memory = context.resolver().place(at.bound(call.site().arguments().getFirst()));
    if (block.instructions().stream().anyMatch(i -> needsValue(i, call.register()))) {
      at.op(new Op.Sync(SyncKind.ATOMIC_LOAD, memory));
    } else if (isHandedOn(at.frame().function(), call.register(), MAX_USES)) {
      at.op(new Op.Sync(OrderHint.ATOMIC_LOOK, memory));
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

  /** Whether a value, or what is computed from it, goes where no branch shows what it was. */
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
