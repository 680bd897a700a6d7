package dev.harrier.vet.ssa;

import dev.harrier.vet.ssa.Value.Register;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An instruction of Go's SSA form, with the meaning that {@code golang.org/x/tools/go/ssa} gives
 * it. The conversions that keep a value's identity or representation are one {@link Convert}.
 */
public sealed interface Instruction {
  /** Where it comes from; unknown for what has no counterpart in the source. */
  Position position();

  /** Shows every value it uses, in the order of its fields. */
  default void forEachOperand(Consumer<? super Value> use) {}

  /** Whether some value that it uses satisfies the condition. */
  default boolean hasOperand(Predicate<? super Value> condition) {
    boolean[] found = {false};
    forEachOperand(v -> found[0] |= condition.test(v));
    return found[0];
  }

  /** An instruction that has a result. */
  sealed interface Definition extends Instruction {
    Register register();

    Type type();
  }

  /** An instruction that calls, now or later. */
  sealed interface Calling extends Instruction {
    CallSite site();

    @Override
    default void forEachOperand(Consumer<? super Value> use) {
      use.accept(site().callee());
      site().arguments().forEach(use);
    }
  }

  /** An instruction with one operand of no special meaning. */
  sealed interface Unary extends Instruction {
    Value operand();

    @Override
    default void forEachOperand(Consumer<? super Value> use) {
      use.accept(operand());
    }
  }

  /** An instruction that selects a field. */
  sealed interface Selection extends Definition {
    Value base();

    int field();

    @Override
    default void forEachOperand(Consumer<? super Value> use) {
      use.accept(base());
    }
  }

  /** An instruction that selects an element. */
  sealed interface Indexing extends Definition {
    Value base();

    Value index();

    @Override
    default void forEachOperand(Consumer<? super Value> use) {
      use.accept(base());
      use.accept(index());
    }
  }

  /** Reserves a variable and yields its address; {@code name} is that in the source, or "". */
  record Alloc(Register register, Type type, Position position, boolean heap, String name)
      implements Definition {}

  /** Chooses by the predecessor that control came from. */
  record Phi(Register register, Type type, Position position, List<Value> edges)
      implements Definition {
    public Phi {
      edges = List.copyOf(edges);
    }

    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      edges.forEach(use);
    }
  }

  /** Calls and waits. */
  record Call(Register register, Type type, Position position, CallSite site)
      implements Definition, Calling {}

  /** Calls in a new goroutine. */
  record Go(Position position, CallSite site) implements Calling {}

  /** Calls when the function ends. */
  record Defer(Position position, CallSite site) implements Calling {}

  /** The point at which the deferred calls run, last first. */
  record RunDefers(Position position) implements Instruction {}

  /** Arithmetic or comparison. */
  record BinOp(
      Register register, Type type, Position position, String operator, Value left, Value right)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(left);
      use.accept(right);
    }
  }

  /** A load ({@code *}), a receive ({@code <-}), or a unary operator. */
  record UnOp(
      Register register,
      Type type,
      Position position,
      String operator,
      boolean commaOk,
      Value operand)
      implements Definition, Unary {
    public boolean isLoad() {
      return operator.equals("*");
    }

    public boolean isReceive() {
      return operator.equals("<-");
    }
  }

  /** Any conversion between types; {@code how} names the SSA instruction. */
  record Convert(Register register, Type type, Position position, String how, Value operand)
      implements Definition, Unary {}

  record MakeInterface(Register register, Type type, Position position, Value operand)
      implements Definition, Unary {}

  /** Binds the free variables of {@code function}, in their order. */
  record MakeClosure(
      Register register, Type type, Position position, FunctionId function, List<Value> bindings)
      implements Definition {
    public MakeClosure {
      bindings = List.copyOf(bindings);
    }

    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      bindings.forEach(use);
    }
  }

  record MakeMap(Register register, Type type, Position position) implements Definition {}

  record MakeChan(Register register, Type type, Position position, Value capacity)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(capacity);
    }
  }

  record MakeSlice(Register register, Type type, Position position, Value length, Value capacity)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(length);
      use.accept(capacity);
    }
  }

  record Slice(
      Register register,
      Type type,
      Position position,
      Value operand,
      Value low,
      Value high,
      Value max)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(operand);
      use.accept(low);
      use.accept(high);
      use.accept(max);
    }
  }

  /** The address of a field of the struct that {@code base} points to. */
  record FieldAddr(Register register, Type type, Position position, Value base, int field)
      implements Selection {}

  /** A field of a struct value. */
  record Field(Register register, Type type, Position position, Value base, int field)
      implements Selection {}

  /** The address of an element of a slice, or of the array that {@code base} points to. */
  record IndexAddr(Register register, Type type, Position position, Value base, Value index)
      implements Indexing {}

  /** An element of an array value or a string. */
  record Index(Register register, Type type, Position position, Value base, Value index)
      implements Indexing {}

  /** An element of a map, or a byte of a string. */
  record Lookup(
      Register register, Type type, Position position, boolean commaOk, Value base, Value index)
      implements Indexing {}

  /** Waits for one case; its first result is the index of the case, or -1 for the default. */
  record Select(
      Register register, Type type, Position position, boolean blocking, List<State> states)
      implements Definition {
    public Select {
      states = List.copyOf(states);
    }

    /** One case; {@code value} is absent for a receive. */
    public record State(boolean send, Value channel, Value value, Position position) {}

    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      for (State state : states) {
        use.accept(state.channel());
        use.accept(state.value());
      }
    }
  }

  /** An iterator over a map or a string. */
  record Range(Register register, Type type, Position position, Value operand)
      implements Definition, Unary {}

  /** The next element: (more, key, value). */
  record Next(Register register, Type type, Position position, Value iterator)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(iterator);
    }
  }

  record TypeAssert(Register register, Type type, Position position, boolean commaOk, Value operand)
      implements Definition, Unary {}

  /** One part of a tuple. */
  record Extract(Register register, Type type, Position position, Value tuple, int index)
      implements Definition {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(tuple);
    }
  }

  record Jump(Position position) implements Instruction {}

  /** The first successor of the block is taken if the condition holds. */
  record If(Position position, Value condition) implements Instruction {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(condition);
    }
  }

  record Return(Position position, List<Value> results) implements Instruction {
    public Return {
      results = List.copyOf(results);
    }

    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      results.forEach(use);
    }
  }

  record Panic(Position position, Value operand) implements Unary {}

  record Send(Position position, Value channel, Value value) implements Instruction {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(channel);
      use.accept(value);
    }
  }

  record Store(Position position, Value address, Value value) implements Instruction {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(address);
      use.accept(value);
    }
  }

  record MapUpdate(Position position, Value map, Value key, Value value) implements Instruction {
    @Override
    public void forEachOperand(Consumer<? super Value> use) {
      use.accept(map);
      use.accept(key);
      use.accept(value);
    }
  }
}
