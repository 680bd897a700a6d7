package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Loops;
import dev.harrier.vet.ssa.Value;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Whether a channel has room for all messages of a loop that counts from 0 to a bound and sends one
 * in each round. Of other loops, and of numbers that are not known to be equal, it is not said.
 */
final class LoopCount {
  private LoopCount() {}

  /**
   * Whether a loop that has ended by its own condition has run no more often than there is room.
   */
  static boolean fits(
      Resolver resolver, Cursor at, Function function, Loops.Loop loop, Value channel) {
    Optional<Bound> count = bound(function, loop).map(v -> resolver.trace(at.bound(v)));
    Bound made = resolver.trace(at.bound(channel));
    if (count.isEmpty() || !(made.definition().orElse(null) instanceof Instruction.MakeChan make)) {
      return false;
    }
    Bound room = resolver.trace(made.sibling(make.capacity()));
    Optional<BigInteger> times = constant(count.get());
    Optional<BigInteger> places = constant(room);
    return (times.isPresent() && places.isPresent())
        ? times.get().compareTo(places.get()) <= 0
        : count.get().equals(room)
            || sized(resolver, "cap", count.get()).filter(made::equals).isPresent()
            || isLengthOfSame(resolver, count.get(), room);
  }

  /** What the counter of a loop is compared with, if it begins with 0 and the loop ends there. */
  private static Optional<Value> bound(Function function, Loops.Loop loop) {
    for (int b : loop.blocks()) {
      BasicBlock block = function.blocks().get(b);
      if (block.instructions().getLast() instanceof Instruction.If test
          && loop.exits().stream().anyMatch(e -> e.from() == b)
          && function.definition(test.condition()) instanceof Instruction.BinOp less
          && less.operator().equals("<")
          && counts(function, less.left())) {
        return Optional.of(less.right());
      }
    }
    return Optional.empty();
  }

  /** Whether a value is a counter, or the next number of one that begins with -1, as in a range. */
  private static boolean counts(Function function, Value value) {
    return switch (function.definition(value)) {
      case Instruction.Phi phi -> begins(function, phi, "0");
      case Instruction.BinOp next
          when next.operator().equals("+")
              && isNumber(next.right(), "1")
              && function.definition(next.left()) instanceof Instruction.Phi phi ->
          begins(function, phi, "-1") || begins(function, phi, "0");
      case null, default -> false;
    };
  }

  /** Whether a counter begins with a number, and gets larger in each round. */
  private static boolean begins(Function function, Instruction.Phi phi, String number) {
    return phi.edges().stream().anyMatch(e -> isNumber(e, number))
        && phi.edges().stream()
            .allMatch(e ->
                isNumber(e, number)
                    || (function.definition(e) instanceof Instruction.BinOp next
                        && next.operator().equals("+")
                        && next.left().equals(phi.register())
                        && next.right() instanceof Value.Constant));
  }

  private static boolean isNumber(Value value, String number) {
    return value instanceof Value.Constant c && c.text().equals(number);
  }

  private static Optional<BigInteger> constant(Bound value) {
    return value.value() instanceof Value.Constant c ? c.number() : Optional.empty();
  }

  private static Optional<Bound> sized(Resolver resolver, String builtin, Bound size) {
    return size.definition().orElse(null) instanceof Instruction.Call(_, _, _, CallSite site)
            && site.callee() instanceof Value.Builtin(String name)
            && name.equals(builtin)
        ? Optional.of(resolver.trace(size.sibling(site.arguments().getFirst())))
        : Optional.empty();
  }

  private static boolean isLengthOfSame(Resolver resolver, Bound a, Bound b) {
    return sized(resolver, "len", a)
        .flatMap(x -> sized(resolver, "len", b).filter(x::equals))
        .isPresent();
  }
}
