package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Loops;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Constant;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.SyncKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known because a branch was taken: which case of a select ran, whether a receive found the
 * channel closed, that TryLock succeeded, that an atomic flag was set, that a loop is over.
 */
final class Branches {
  private static final Set<String> ZERO = Set.of("0", "false", "nil", "\"\"");

  private final ExpansionContext context;
  private final Channels channels;
  private final SingleGoroutineBranches singleGoroutine;
  private final CompletedLoops completedLoops;
  private final Settings settings;
  private final AtomicResults atomics;

  Branches(ExpansionContext context, Settings settings, AtomicResults atomics) {
    this.context = context;
    this.settings = settings;
    this.channels = new Channels(context.resolver());
    this.singleGoroutine = new SingleGoroutineBranches(context);
    this.completedLoops = new CompletedLoops(context);
    this.atomics = atomics;
  }

  /** Appends what the edge to successor {@code index} of the block shows. */
  void follow(Cursor edge, ExpansionContext.Shape shape, BasicBlock block, int index) {
    if (block.instructions().getLast() instanceof Instruction.If branch) {
      condition(edge, branch.condition(), index == 0);
    }
    for (Loops.Loop loop : shape.loops().all()) {
      if (loop.exits().contains(new Loops.Edge(block.index(), block.successors().get(index)))) {
        completedLoops.over(edge, block, loop);
      }
    }
  }

  /** What a condition is here, if constants that callers passed or an assumption decide it. */
  Optional<Boolean> outcome(Bound condition) {
    return switch (condition.definition().orElse(null)) {
      case Instruction.UnOp not when not.operator().equals("!") ->
          outcome(condition.sibling(not.operand())).map(holds -> !holds);
      case Instruction.UnOp load when load.isLoad() -> settings.outcome(condition, load);
      case Instruction.BinOp b when b.operator().equals("==") -> areEqual(condition, b);
      case Instruction.BinOp b when b.operator().equals("!=") ->
          areEqual(condition, b).map(equal -> !equal);
      case null -> passed(condition).map(c -> c.text().equals("true"));
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> areEqual(Bound comparison, Instruction.BinOp b) {
    return passed(comparison.sibling(b.left()))
        .flatMap(x -> passed(comparison.sibling(b.right())).map(y -> x.text().equals(y.text())));
  }

  private static Optional<Constant> passed(Bound value) {
    return switch (value.value()) {
      case Constant c -> Optional.of(c);
      case Value.Param p -> value.frame().argument(p.index()).flatMap(Branches::passed);
      default -> Optional.empty();
    };
  }

  private void condition(Cursor edge, Value condition, boolean holds) {
    atomics.branch(edge, condition, holds);
    Instruction.Definition test = definition(edge, condition);
    if (test != null && singleGoroutine.lets(edge, test, holds)) {
      edge.op(new Op.Chosen());
    }
    switch (test) {
      case Instruction.UnOp not when not.operator().equals("!") ->
          condition(edge, not.operand(), !holds);
      case Instruction.BinOp b when b.operator().equals("==") -> equal(edge, b, holds);
      case Instruction.BinOp b when b.operator().equals("!=") -> equal(edge, b, !holds);
      case Instruction.Extract e when e.index() == 1 -> {
        received(edge, e, holds);
        if (holds && definition(edge, e.tuple()) instanceof Instruction.Call call) {
          succeeded(edge, call);
        }
      }
      case Instruction.Call call when holds -> succeeded(edge, call);
      case null, default -> {}
    }
  }

  private void equal(Cursor edge, Instruction.BinOp b, boolean equal) {
    Instruction.Definition left = definition(edge, b.left());
    if (!(b.right() instanceof Constant constant)) {
      return;
    }
    if (left instanceof Instruction.Extract e
        && e.index() == 0
        && definition(edge, e.tuple()) instanceof Instruction.Select select) {
      int index = Integer.parseInt(constant.text());
      if (equal) {
        chosen(edge, select, index);
      } else if (!select.blocking() && index == select.states().size() - 1) {
        foundOpen(edge, select);
      }
    } else if (equal && isError(left)) {
      called(edge, left).ifPresent(call -> succeeded(edge, call));
    } else if (left instanceof Instruction.Call call) {
      boolean sawZero = ZERO.contains(constant.text()) == equal;
      if (!sawZero) {
        succeeded(edge, call);
      }
    }
  }

  private static boolean isError(Instruction.@org.jspecify.annotations.Nullable Definition value) {
    return value != null && value.type().text().equals("error");
  }

  /** The call that a result comes from. */
  private static Optional<Instruction.Call> called(
      Cursor at, Instruction.@org.jspecify.annotations.Nullable Definition result) {
    return switch (result) {
      case Instruction.Call call -> Optional.of(call);
      case Instruction.Extract e when definition(at, e.tuple()) instanceof Instruction.Call call ->
          Optional.of(call);
      case null, default -> Optional.empty();
    };
  }

  private void chosen(Cursor edge, Instruction.Select select, int index) {
    if (index < 0 || index >= select.states().size()) {
      return;
    }
    Instruction.Select.State state = select.states().get(index);
    edge.position(state.position());
    channels.sync(edge, state.send() ? SyncKind.SEND : SyncKind.RECEIVE, state.channel());
  }

  /** The default case ran: the cases are compared in their order, and none was chosen. */
  private void foundOpen(Cursor edge, Instruction.Select select) {
    for (Instruction.Select.State state : select.states()) {
      if (!state.send()) {
        channels.sync(edge, SyncKind.FOUND_OPEN, state.channel());
      }
    }
  }

  private void received(Cursor edge, Instruction.Extract e, boolean sent) {
    if (definition(edge, e.tuple()) instanceof Instruction.UnOp u && u.isReceive()) {
      channels.sync(edge, sent ? SyncKind.RECEIVE_SENT : SyncKind.RECEIVE_CLOSED, u.operand());
    }
  }

  /** A call that shows by its result that something happened. */
  private void succeeded(Cursor edge, Instruction.Call call) {
    CallSite site = call.site();
    if (!(site.callee() instanceof Value.FunctionRef(FunctionId id))
        || site.arguments().isEmpty()) {
      return;
    }
    Function callee = context.program().function(id);
    Place object = context.resolver().place(edge.bound(site.arguments().getFirst()));
    Optional<Effect> effect = Library.effect(callee.declaration().genericName());
    switch (effect.orElse(new Effect.Nothing())) {
      case Effect.TriesLock(Exclusion mode) -> edge.op(new Op.Lock(object, mode));
      case Effect.StoresAtomically(boolean _, boolean compares, int _) when compares ->
          edge.op(new Op.Lock(object, Exclusion.EXCLUSIVE));
      default -> owns(edge, callee, object);
    }
  }

  /** A call that may have let the caller own its first argument. */
  private void owns(Cursor edge, Function callee, Place object) {
    for (List<Place.Step> state : context.ownership().of(callee).tried()) {
      edge.op(new Op.Lock(object.then(state), Exclusion.PROBABLE));
    }
  }

  private static Instruction.@org.jspecify.annotations.Nullable Definition definition(
      Cursor at, Value value) {
    Bound bound = at.bound(value);
    return bound.definition().orElse(null);
  }
}
