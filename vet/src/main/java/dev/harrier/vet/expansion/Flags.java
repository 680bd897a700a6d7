package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Appends what code says about the values that its branches depend on. */
final class Flags {
  private static final String TRUE = "true";

  private final Resolver resolver;

  Flags(Resolver resolver) {
    this.resolver = resolver;
  }

  /** The registers and parameters of a function that a branch compares, also by way of a phi. */
  static Set<Value> deciding(Function function) {
    Set<Value> found = new HashSet<>();
    Deque<Value> work = new ArrayDeque<>();
    for (BasicBlock block : function.blocks()) {
      if (block.instructions().getLast() instanceof Instruction.If branch) {
        work.push(branch.condition());
      }
    }
    while (!work.isEmpty()) {
      Value value = work.pop();
      boolean local = value instanceof Value.Register || value instanceof Value.Param;
      if (local && found.add(value) && value instanceof Value.Register r) {
        switch (function.definition(r)) {
          case Instruction.Phi phi -> work.addAll(phi.edges());
          case Instruction.UnOp not when isNot(not) -> work.push(not.operand());
          case Instruction.BinOp b when isComparison(b) -> work.push(b.left());
          default -> {}
        }
      }
    }
    return found;
  }

  /** The parameters get their values. */
  void entered(Cursor at, Set<Value> deciding) {
    for (Value value : deciding) {
      if (value instanceof Value.Param(int index)) {
        News news = at.frame().argument(index).map(this::worth).orElse(new News.BecomesAnything());
        at.op(new Op.Observes(new Flag.Local(at.bound(value)), news));
      }
    }
  }

  /** A register gets its value; that of a phi depends on the {@linkplain #passed edge}. */
  void defined(Cursor at, Instruction.Definition d) {
    if (d instanceof Instruction.Phi) {
      return;
    }
    News news =
        switch (d) {
          case Instruction.UnOp load when load.isLoad() ->
              memory(at.bound(load.operand()))
                  .<News>map(News.Copies::new)
                  .orElse(new News.BecomesAnything());
          default -> made(d) ? new News.BecomesSomething() : new News.BecomesAnything();
        };
    at.op(new Op.Observes(new Flag.Local(at.bound(d.register())), news));
  }

  /** A variable begins with its zero value. */
  void reserved(Cursor at, Instruction.Alloc variable, Type type) {
    zero(type)
        .ifPresent(constant ->
            at.op(
                new Op.Observes(
                    new Flag.Memory(Place.of(new Base.Variable(at.frame(), variable.register()))),
                    new News.Becomes(constant))));
  }

  private static Optional<String> zero(Type type) {
    return switch (type.kind()) {
      case POINTER, SLICE, MAP, CHANNEL, FUNCTION, INTERFACE -> Optional.of("nil");
      case BASIC ->
          switch (type.text()) {
            case "bool" -> Optional.of("false");
            case "int", "int32", "int64", "uint", "uint32", "uint64" -> Optional.of("0");
            default -> Optional.empty();
          };
      case ARRAY, STRUCT, TUPLE, OTHER -> Optional.empty();
    };
  }

  void stored(Cursor at, Instruction.Store store) {
    memory(at.bound(store.address()))
        .ifPresent(flag -> at.op(new Op.Observes(flag, worth(at.bound(store.value())))));
  }

  /** Control goes where a condition holds, or does not. */
  void branched(Cursor edge, BasicBlock block, Value condition, boolean holds) {
    observe(edge, block, condition, TRUE, holds);
    switch (edge.bound(condition).definition().orElse(null)) {
      case Instruction.UnOp not when isNot(not) -> branched(edge, block, not.operand(), !holds);
      case Instruction.BinOp b when isComparison(b) && b.right() instanceof Value.Constant c ->
          observe(edge, block, b.left(), c.text(), b.operator().equals("==") == holds);
      case null, default -> {}
    }
  }

  private void observe(Cursor edge, BasicBlock block, Value value, String constant, boolean equal) {
    News news = equal ? new News.Equals(constant) : new News.Differs(constant);
    if (value instanceof Value.Register || value instanceof Value.Param) {
      edge.op(new Op.Observes(new Flag.Local(edge.bound(value)), news));
    }
    if (edge.bound(value).definition().orElse(null) instanceof Instruction.UnOp load
        && load.isLoad()
        && isCurrent(block, load)) {
      memory(edge.bound(load.operand())).ifPresent(flag -> edge.op(new Op.Observes(flag, news)));
    }
  }

  /** The phis of a block get their values on an edge to it. */
  void passed(Cursor edge, BasicBlock from, BasicBlock to, Set<Value> deciding) {
    int way = to.predecessors().indexOf(from.index());
    boolean clear = Collections.frequency(to.predecessors(), from.index()) == 1;
    for (Instruction i : to.instructions()) {
      if (!(i instanceof Instruction.Phi phi)) {
        return;
      }
      if (deciding.contains(phi.register())) {
        Value value = phi.edges().get(way);
        if (!value.equals(phi.register())) {
          News news =
              clear && !isPhiOf(edge.bound(value), to)
                  ? worth(edge.bound(value))
                  : new News.BecomesAnything();
          edge.op(new Op.Observes(new Flag.Local(edge.bound(phi.register())), news));
        }
      }
    }
  }

  /** The phis of a block change at once, so one that copies another copies its old value. */
  private static boolean isPhiOf(Bound value, BasicBlock block) {
    return value.definition().orElse(null) instanceof Instruction.Phi phi
        && block.instructions().contains(phi);
  }

  private News worth(Bound value) {
    return switch (value.value()) {
      case Value.Constant c -> new News.Becomes(c.text());
      case Value.FunctionRef _, Value.FreeVar _, Value.Global _ -> new News.BecomesSomething();
      case Value.Register r when made(value.frame().function().definition(r)) ->
          new News.BecomesSomething();
      case Value.Register _, Value.Param _ -> new News.Copies(new Flag.Local(value));
      case Value.Builtin _, Value.Absent _ -> new News.BecomesAnything();
    };
  }

  private static boolean made(Instruction.Definition d) {
    return switch (d) {
      case Instruction.MakeChan _,
          Instruction.MakeMap _,
          Instruction.MakeSlice _,
          Instruction.MakeClosure _,
          Instruction.MakeInterface _,
          Instruction.Alloc _ ->
          true;
      default -> false;
    };
  }

  /** A variable, or a field of it, by its address. */
  private Optional<Flag> memory(Bound address) {
    Place place = resolver.place(address);
    return place.base() instanceof Base.Variable
            && place.path().stream().allMatch(s -> s instanceof Step.Field)
        ? Optional.of(new Flag.Memory(place))
        : Optional.empty();
  }

  /** Whether nothing can have changed the variable since the load. */
  private static boolean isCurrent(BasicBlock block, Instruction.UnOp load) {
    List<Instruction> all = block.instructions();
    int at = all.indexOf(load);
    return at >= 0
        && all.subList(at, all.size() - 1).stream()
            .allMatch(i ->
                i instanceof Instruction.BinOp
                    || (i instanceof Instruction.UnOp u && !u.isReceive()));
  }

  private static boolean isNot(Instruction.UnOp u) {
    return u.operator().equals("!");
  }

  private static boolean isComparison(Instruction.BinOp b) {
    return (b.operator().equals("==") || b.operator().equals("!="))
        && b.right() instanceof Value.Constant;
  }
}
