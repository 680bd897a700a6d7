package dev.harrier.vet.callgraph;

import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.SyncKind;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Expands calls: into the code of the callee, or into what the library model says of it. */
final class Calls {
  private static final int MAX_DEPTH = 12;
  private static final int MAX_DISTANCE = 2;

  private final ExpansionContext context;
  private final Expansion expansion;
  private final Targets targets;

  Calls(ExpansionContext context, Expansion expansion) {
    this.context = context;
    this.expansion = expansion;
    this.targets = new Targets(context);
  }

  /** Appends a call and leaves the cursor where it has returned; dead if it does not. */
  void call(Cursor at, CallSite site, Optional<Register> result, Expansion.Site where) {
    List<Bound> arguments = arguments(at, site);
    if (site.isInvoke()) {
      LibraryModel.effect(site.method()).ifPresent(e -> apply(at, e, arguments, where));
      return;
    }
    if (site.callee() instanceof Value.Builtin(String name)) {
      builtin(at, name, arguments);
      return;
    }
    Bound callee = context.resolver().trace(at.bound(site.callee()));
    if (Targets.isCancel(callee, context)) {
      Place canceled = context.resolver().place(callee);
      at.op(new Op.Sync(SyncKind.CLOSE, canceled.then(new Step.Done())));
      return;
    }
    invoke(at, targets.of(callee), arguments, result, where);
  }

  /** Appends a go statement: the call runs in a thread of its own. */
  void start(Cursor at, CallSite site, Expansion.Site where) {
    Cursor thread = spawn(at, "go", false);
    call(thread, site, Optional.empty(), where);
  }

  /** Starts the part of a parallel subtest that runs after its parent. */
  void startSubtest(Cursor at, Expansion.Subtest subtest) {
    if (subtest.repeated()) {
      at.op(new Op.Pass());
    }
    int before = at.at();
    Cursor thread = spawn(at, "t.Run with t.Parallel", false).in(subtest.frame());
    expansion.body(thread, subtest.part());
    thread.op(new Op.Sync(SyncKind.WAIT, Place.of(new Base.Subtests(subtest.frame()))));
    thread.op(new Op.Sync(SyncKind.DONE, Place.of(new Base.Subtests(subtest.parent()))));
    if (subtest.repeated()) {
      Cursor again = at.fork();
      for (BasicBlock block : subtest.parent().function().blocks()) {
        if (subtest.loop().contains(block.index())) {
          renew(again, block);
        }
      }
      again.join(before);
    }
  }

  /** The variables that each iteration of the loop around a subtest has for itself. */
  private static void renew(Cursor again, BasicBlock block) {
    for (Instruction i : block.instructions()) {
      if (i instanceof Instruction.Alloc a && a.heap()) {
        again.op(new Op.Fresh(new Base.Variable(again.frame(), a.register())));
      }
    }
  }

  private Cursor spawn(Cursor at, String launch, boolean many) {
    EventGraph graph = at.graph();
    ThreadId id = graph.nextThread();
    at.op(new Op.Spawn(id));
    int spawn = at.at();
    if (many) {
      graph.edge(spawn, spawn);
    }
    int entry = graph.add(new Op.Pass(), id, at.frame(), at.position());
    graph.thread(
        new EventGraph.GoThread(
            id, Optional.of(at.thread()), spawn, entry, at.frame(), launch, at.position()));
    return new Cursor(graph, id, at.frame(), entry, at.position());
  }

  private static List<Bound> arguments(Cursor at, CallSite site) {
    List<Bound> arguments = new ArrayList<>();
    if (site.isInvoke()) {
      arguments.add(at.bound(site.callee()));
    }
    site.arguments().forEach(v -> arguments.add(at.bound(v)));
    return arguments;
  }

  private void builtin(Cursor at, String name, List<Bound> arguments) {
    switch (name) {
      case "close" ->
          at.op(new Op.Sync(SyncKind.CLOSE, context.resolver().place(arguments.getFirst())));
      case "delete" -> map(at, arguments.getFirst(), true);
      case "clear", "len" -> {
        if (kind(arguments.getFirst()) == Type.Kind.MAP) {
          map(at, arguments.getFirst(), name.equals("clear"));
        }
      }
      case "panic" -> at.end();
      default -> {}
    }
  }

  private void map(Cursor at, Bound map, boolean write) {
    Place entries = context.resolver().place(map).then(Place.ENTRIES);
    if (Expansion.isShareable(entries)) {
      at.touch(entries, write, false);
    }
  }

  private static Type.Kind kind(Bound value) {
    return value.definition().map(d -> d.type().kind()).orElse(Type.Kind.OTHER);
  }

  /** Calls each target on a path of its own; a call without a known target has no effect. */
  private void invoke(
      Cursor at,
      List<Targets.Target> all,
      List<Bound> arguments,
      Optional<Register> result,
      Expansion.Site where) {
    if (all.size() == 1) {
      single(at, all.getFirst(), arguments, result, where);
      return;
    }
    List<Cursor> ends = new ArrayList<>();
    for (Targets.Target target : all) {
      Cursor path = at.fork();
      single(path, target, arguments, Optional.empty(), where);
      ends.add(path);
    }
    if (!all.isEmpty()) {
      at.op(new Op.Pass());
      ends.forEach(e -> e.join(at.at()));
    }
  }

  private void single(
      Cursor at,
      Targets.Target target,
      List<Bound> arguments,
      Optional<Register> result,
      Expansion.Site where) {
    Function f = target.function();
    Optional<Effect> effect = LibraryModel.effect(f.declaration().genericName());
    if (effect.isPresent()) {
      apply(at, effect.get(), arguments, where);
    } else if (mayExpand(at.frame(), f, arguments)) {
      Frame callee = Frame.called(f, at.frame(), at.position(), arguments, target.environment());
      result.ifPresent(r -> at.frame().callee(r, callee));
      enter(at, callee, new Part.Whole());
    } else if (!f.hasBody() && LibraryModel.isStandard(f.declaration().packagePath())) {
      apply(at, new Effect.CallsArguments(), arguments, where);
    }
  }

  private boolean mayExpand(Frame caller, Function f, List<Bound> arguments) {
    if (!f.hasBody()
        || caller.depth() >= MAX_DEPTH
        || caller.isActive(f, 1)
        || expansion.isFull()) {
      return false;
    }
    if (f.isClosure()) {
      return true;
    }
    return context.interest().in(f)
        && (distance(caller) < MAX_DISTANCE || arguments.stream().anyMatch(this::isLexical));
  }

  /** How many calls lie between a frame and the nearest code that can name the root's variables. */
  private int distance(Frame frame) {
    int distance = 0;
    Optional<Frame> at = Optional.of(frame);
    while (at.isPresent() && !expansion.isLexical(at.get().function())) {
      distance++;
      at = at.get().caller();
    }
    return distance;
  }

  /** Whether a value is a function literal that can name the root's variables. */
  private boolean isLexical(Bound argument) {
    return targets.of(context.resolver().trace(argument)).stream()
        .anyMatch(t -> expansion.isLexical(t.function()));
  }

  private void enter(Cursor at, Frame callee, Part part) {
    Cursor inside = at.in(callee);
    expansion.body(inside, part);
    at.moveTo(inside.at());
  }

  private void apply(Cursor at, Effect effect, List<Bound> arguments, Expansion.Site where) {
    switch (effect) {
      case Effect.Locks(LockMode mode) -> at.op(new Op.Lock(object(arguments), mode));
      case Effect.Unlocks(LockMode mode) -> at.op(new Op.Unlock(object(arguments), mode));
      case Effect.Synchronises(SyncKind kind) -> at.op(new Op.Sync(kind, object(arguments)));
      case Effect.RunsOnce(int function) -> once(at, object(arguments), arguments.get(function));
      case Effect.Starts starts -> starts(at, starts, arguments);
      case Effect.CallsArguments _ -> callsArguments(at, arguments);
      case Effect.TouchesAtomically(boolean write, boolean _) -> atomically(at, arguments, write);
      case Effect.RunsSubtest(int function) -> subtest(at, arguments.get(function), where);
      case Effect.Ends _ -> at.end();
      case Effect.TriesLock _, Effect.BecomesParallel _, Effect.Nothing _ -> {}
    }
  }

  private Place object(List<Bound> arguments) {
    return context.resolver().place(arguments.getFirst());
  }

  private void atomically(Cursor at, List<Bound> arguments, boolean write) {
    Place place = object(arguments);
    if (Expansion.isShareable(place)) {
      at.touch(place, write, true);
    }
    if (write) {
      at.op(new Op.Sync(SyncKind.PUBLISH, place));
    }
  }

  /** Whoever runs the function excludes the others; whoever has called Do sees what it did. */
  private void once(Cursor at, Place once, Bound function) {
    at.op(new Op.Lock(once, LockMode.EXCLUSIVE));
    call(at, function, List.of());
    at.op(new Op.Unlock(once, LockMode.EXCLUSIVE));
    at.op(new Op.Lock(once, LockMode.SHARED));
  }

  private void starts(Cursor at, Effect.Starts starts, List<Bound> arguments) {
    Cursor thread = spawn(at, starts.launch(), starts.many());
    call(thread, arguments.get(starts.function()), List.of());
    if (starts.inGroup()) {
      thread.op(new Op.Sync(SyncKind.DONE, object(arguments)));
    }
    if (starts.inGroup() && starts.many()) {
      at.op(new Op.Sync(SyncKind.WAIT, object(arguments)));
    }
  }

  /** Each function argument may run not at all, once, or many times. */
  private void callsArguments(Cursor at, List<Bound> arguments) {
    for (Bound argument : arguments) {
      if (isFunction(argument)) {
        at.op(new Op.Pass());
        int before = at.at();
        Cursor inside = at.fork();
        call(inside, argument, List.of());
        inside.join(before);
      }
    }
  }

  private boolean isFunction(Bound argument) {
    return !targets.of(context.resolver().trace(argument)).isEmpty();
  }

  private void call(Cursor at, Bound function, List<Bound> arguments) {
    invoke(
        at,
        targets.of(context.resolver().trace(function)),
        arguments,
        Optional.empty(),
        Expansion.Site.NONE);
  }

  private void subtest(Cursor at, Bound function, Expansion.Site where) {
    for (Targets.Target target : targets.of(context.resolver().trace(function))) {
      Function f = target.function();
      if (!mayExpand(at.frame(), f, List.of())) {
        continue;
      }
      Frame frame = Frame.called(f, at.frame(), at.position(), List.of(), target.environment());
      Optional<Part.After> rest = parallelPoint(f);
      if (rest.isEmpty()) {
        enter(at, frame, new Part.Whole());
        at.op(new Op.Sync(SyncKind.WAIT, Place.of(new Base.Subtests(frame))));
      } else {
        enter(at, frame, new Part.Before(rest.get().block(), rest.get().index()));
        where
            .subtests()
            .add(
                new Expansion.Subtest(
                    at.frame(), frame, rest.get(), !where.loop().isEmpty(), where.loop()));
      }
    }
  }

  private Optional<Part.After> parallelPoint(Function f) {
    for (BasicBlock block : f.blocks()) {
      for (int i = 0; i < block.instructions().size(); i++) {
        if (block.instructions().get(i) instanceof Instruction.Call call
            && call.site().callee() instanceof Value.FunctionRef(FunctionId id)
            && context.program().function(id).name().equals("(*testing.T).Parallel")
            && call.site().arguments().getFirst().equals(new Value.Param(0))) {
          return Optional.of(new Part.After(block.index(), i));
        }
      }
    }
    return Optional.empty();
  }
}
