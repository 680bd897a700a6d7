package dev.harrier.vet.expansion;

import dev.harrier.vet.callgraph.Methods;
import dev.harrier.vet.callgraph.Ownership;
import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OrderHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Expands calls: into the code of the callee, or into what the library model says of it. */
final class Calls {
  /** How go/ssa says so. */
  private static final String LOOP_BODY = "range-over-func yield";

  private final ExpansionContext context;
  private final Expansion expansion;
  private final Targets targets;
  private final Subtests subtests;
  private final LibraryCalls library;

  Calls(ExpansionContext context, Expansion expansion) {
    this.context = context;
    this.expansion = expansion;
    this.targets = new Targets(context, expansion.stores(), expansion.choices());
    this.subtests = new Subtests(context.program(), expansion);
    this.library = new LibraryCalls(context.resolver(), expansion, this);
  }

  /** Appends a call and leaves the cursor where it has returned; dead if it does not. */
  void call(Cursor at, CallSite site, Optional<Register> result, Site where) {
    List<Place> objects = connecting(at, site);
    Op.Stage stage = stage(site);
    for (int i = 0; i < objects.size(); i++) {
      at.op(new Op.Uses(objects.get(i), i == 0 ? stage : Op.Stage.BEGINS));
    }
    disowned(at, site);
    run(at, site, result, where);
    locked(at, site);
    if (stage != Op.Stage.ENDS_OTHERS) {
      objects.forEach(o -> at.op(new Op.Uses(o, Op.Stage.RETURNED)));
    }
    if (connects(at, site)
        && site.arguments().stream().anyMatch(a -> isContext(at.bound(a).type().text()))) {
      at.op(new Op.Sync(OrderHint.CONTEXT_CALL, Place.NOTHING));
    }
  }

  /**
   * The goroutine that owned an object by its state may do so no longer once a call changes the
   * state.
   */
  private void disowned(Cursor at, CallSite site) {
    if (site.callee() instanceof Value.FunctionRef(FunctionId id) && !site.arguments().isEmpty()) {
      Set<List<Place.Step>> states = context.ownership().of(context.program().function(id)).made();
      if (!states.isEmpty()) {
        Place object = context.resolver().place(at.bound(site.arguments().getFirst()));
        states.forEach(s -> at.op(new Op.Unlock(object.then(s), Exclusion.PROBABLE)));
      }
    }
  }

  /**
   * A lock of the program's own, whose code may be of a kind that is not understood. Which lock a
   * helper takes through an interface is not known either, but that it may wait for it.
   */
  private void locked(Cursor at, CallSite site) {
    if (site.isInvoke()
        && Methods.simple(site.method()).equals("Lock")
        && Library.effect(site.method()).isEmpty()
        && !expansion.isLexical(at.frame().function())) {
      at.op(new Op.Sync(OrderHint.OPAQUE, Place.NOTHING));
    }
    if (site.callee() instanceof Value.FunctionRef(FunctionId id)
        && Ownership.isLock(context.program().function(id))) {
      Place lock = context.resolver().place(at.bound(site.arguments().getFirst()));
      at.op(new Op.Lock(lock, Exclusion.PROBABLE));
    }
  }

  /** The objects by way of which a call may let the caller wait for others, or wake them. */
  private List<Place> connecting(Cursor at, CallSite site) {
    return connects(at, site)
        ? arguments(at, site).stream()
            .filter(a -> Library.mayConnect(a.type().text()))
            .map(a -> context.resolver().place(a))
            .toList()
        : List.of();
  }

  private boolean connects(Cursor at, CallSite site) {
    return expansion.isLexical(at.frame().function())
        && switch (site.callee()) {
          case Value.Builtin _ -> false;
          case Value.FunctionRef(FunctionId id) -> {
            Function callee = context.program().function(id);
            yield !callee.isClosure()
                && !isUnderstood(callee)
                && context.interest().mayConnect(callee);
          }
          default ->
              site.isInvoke()
                  ? Library.mayConnect(at.bound(site.callee()).type().text())
                  : targets.of(at.bound(site.callee())).isEmpty();
        };
  }

  /** Whether the order that a function makes is known, streams aside. */
  private static boolean isUnderstood(Function callee) {
    return Library.effect(callee.declaration().genericName())
        .filter(e -> !(e instanceof Effect.Transfers))
        .isPresent();
  }

  private static boolean isContext(String type) {
    return type.equals("context.Context");
  }

  private Op.Stage stage(CallSite site) {
    String name =
        site.callee() instanceof Value.FunctionRef(FunctionId id)
            ? context.program().function(id).name()
            : site.method();
    String method = Methods.simple(name);
    if (Library.endsOthers(method)) {
      return Op.Stage.ENDS_OTHERS;
    }
    return Library.onlyTakes(method) ? Op.Stage.TAKES : Op.Stage.BEGINS;
  }

  private void run(Cursor at, CallSite site, Optional<Register> result, Site where) {
    List<Bound> arguments = arguments(at, site);
    if (site.isInvoke()) {
      Optional<Effect> effect = Library.effect(site.method());
      if (effect.isPresent()) {
        library.apply(at, effect.get(), arguments, where);
      } else {
        boolean matters = arguments.stream().anyMatch(this::isLexical);
        invoke(
            at,
            targets.ofMethod(arguments.getFirst(), site.method(), matters),
            arguments,
            result,
            where);
      }
      return;
    }
    if (site.callee() instanceof Value.Builtin(String name)) {
      library.builtin(at, name, arguments);
      return;
    }
    Bound callee = at.bound(site.callee());
    if (callee.type().text().equals("context.CancelFunc")) {
      at.op(new Op.Sync(OrderHint.CANCEL, Place.NOTHING));
    }
    if (targets.isCancel(callee)) {
      library.apply(at, new Effect.Cancels(), List.of(callee), where);
      return;
    }
    library.iterates(at, callee);
    List<Targets.Target> all = targets.of(callee);
    if (all.stream().noneMatch(t -> t.function().hasBody())) {
      arguments.forEach(a -> library.iterates(at, a));
    }
    if (all.isEmpty() && arguments.stream().anyMatch(this::isLoopBody)) {
      library.apply(at, new Effect.CallsArguments(), arguments, where);
      return;
    }
    invoke(at, all, arguments, result, where);
  }

  /** Whether a function is the body of a loop over an iterator, which that calls in each round. */
  private boolean isLoopBody(Bound argument) {
    return targets.of(argument).stream()
        .anyMatch(t -> t.function().declaration().synthetic().equals(LOOP_BODY));
  }

  /** Whether a function of this name is called. */
  boolean calls(CallSite site, Predicate<String> name) {
    return site.callee() instanceof Value.FunctionRef(FunctionId id)
        && name.test(context.program().function(id).declaration().genericName());
  }

  /** Appends a go statement: the call runs in a thread of its own. */
  void start(Cursor at, CallSite site, Site where) {
    Cursor thread = at.spawn("go", false);
    call(thread, site, Optional.empty(), where);
    thread.op(new Op.Exit());
  }

  private static List<Bound> arguments(Cursor at, CallSite site) {
    List<Bound> arguments = new ArrayList<>();
    if (site.isInvoke()) {
      arguments.add(at.bound(site.callee()));
    }
    site.arguments().forEach(v -> arguments.add(at.bound(v)));
    return arguments;
  }

  /** Calls each target on a path of its own; a call without a known target has no effect. */
  private void invoke(
      Cursor at,
      List<Targets.Target> all,
      List<Bound> arguments,
      Optional<Register> result,
      Site where) {
    if (all.size() == 1) {
      single(at, all.getFirst(), arguments, result, where);
      return;
    }
    if (all.isEmpty()) {
      unfollowed(at, arguments);
      return;
    }
    List<Cursor> ends = new ArrayList<>();
    for (Targets.Target target : all) {
      Cursor path = at.fork();
      single(path, target, arguments, Optional.empty(), where);
      ends.add(path);
    }
    at.op(new Op.Pass());
    ends.forEach(e -> e.join(at.at()));
  }

  /** A call into code that is not followed may wait on what it is handed. */
  private void unfollowed(Cursor at, List<Bound> arguments) {
    if (expansion.extent().isReduced()) {
      at.op(new Op.Sync(OrderHint.UNFOLLOWED, Place.NOTHING));
    }
    for (Bound argument : arguments) {
      if (argument.type().kind() == Type.Kind.CHANNEL
          || Library.isWaitedOn(argument.type().text())) {
        at.op(new Op.Sync(OrderHint.UNFOLLOWED, context.resolver().place(argument)));
      }
    }
  }

  private void single(
      Cursor at,
      Targets.Target target,
      List<Bound> arguments,
      Optional<Register> result,
      Site where) {
    Function f = target.function();
    Optional<Effect> effect = Library.effect(f.declaration().genericName());
    if (effect.isPresent()) {
      library.apply(at, effect.get(), arguments, where);
      return;
    }
    Library.stream(f.name(), f.declaration().type().text())
        .ifPresent(e -> library.apply(at, e, arguments, where));
    if (mayExpand(at.frame(), f, arguments)) {
      Frame callee = Frame.called(f, at.frame(), at.position(), arguments, target.environment());
      result.ifPresent(r -> at.frame().callee(r, callee));
      enter(at, callee, new Part.Whole());
    } else if (f.hasBody()
        && !expansion.isLexical(at.frame().function())
        && context.interest().mayWait(f)) {
      at.op(new Op.Sync(OrderHint.OPAQUE, Place.NOTHING));
      unfollowed(at, arguments);
    } else if (!f.hasBody() && Library.isStandard(f.declaration().packagePath())) {
      library.apply(at, new Effect.CallsArguments(), arguments, where);
    } else if (!f.hasBody() || context.interest().in(f)) {
      unfollowed(at, arguments);
    }
  }

  private boolean mayExpand(Frame caller, Function f, List<Bound> arguments) {
    if (!f.hasBody()
        || caller.depth() >= expansion.extent().depth()
        || caller.isActive(f, 1)
        || expansion.isFull()) {
      return false;
    }
    if (f.isClosure() || arguments.stream().anyMatch(this::isLexical)) {
      return true;
    }
    if (context.interest().in(f)) {
      return distance(caller) < expansion.extent().reach()
          || arguments.stream().anyMatch(this::carriesLexical);
    }
    return distance(caller) < expansion.extent().reach() && looksAt(f, arguments);
  }

  /** Whether a callee looks at a variable of the root, or changes it, by an argument. */
  private boolean looksAt(Function f, List<Bound> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      Bound argument = arguments.get(i);
      if (argument.type().kind() == Type.Kind.POINTER
          && context.arguments().looksAt(f, i)
          && expansion.isVariable(context.resolver().place(argument))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a function literal that can name the root's variables was stored in an object. */
  private boolean carriesLexical(Bound argument) {
    return argument.type().kind() == Type.Kind.POINTER
        && expansion.stores().below(context.resolver().place(argument)).stream()
            .anyMatch(this::isLexical);
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
    return targets.of(argument).stream().anyMatch(t -> expansion.isLexical(t.function()));
  }

  private void enter(Cursor at, Frame callee, Part part) {
    Cursor inside = at.in(callee);
    expansion.body(inside, part);
    at.moveTo(inside.at());
  }

  /** Calls a function value of which only the value is known. */
  void value(Cursor at, Bound function) {
    invoke(at, targets.of(function), List.of(), Optional.empty(), Site.NONE);
  }

  boolean isFunction(Bound argument) {
    return !targets.of(argument).isEmpty();
  }

  void subtest(Cursor at, Bound function, Site where) {
    for (Targets.Target target : targets.of(function)) {
      Function f = target.function();
      if (mayExpand(at.frame(), f, List.of())) {
        subtests.run(
            at, Frame.called(f, at.frame(), at.position(), List.of(), target.environment()), where);
      }
    }
  }

  /**
   * Starts what a server runs for each request, any number of them at once. Nothing is known of the
   * time, so this thread continues as if it had not started them. Left out are tests and their
   * helpers, whose requests come one after the other, and handlers that are made for a single
   * request.
   */
  void handler(Cursor at, Bound function) {
    if (!at.isDead() && isForManyRequests(at.frame())) {
      Cursor thread = at.fork().spawn(EventGraph.HANDLER, true);
      value(thread, function);
      thread.op(new Op.Exit());
    }
  }

  private boolean isForManyRequests(Frame frame) {
    Function function = frame.function();
    return !function.declaration().position().file().endsWith("_test.go")
        && !Library.isForTests(function.declaration().packagePath())
        && !context.startsTestServer(function)
        && !context.serves(function)
        && function.body().params().stream().noneMatch(p -> Library.isRequest(p.type().text()))
        && frame.caller().map(this::isForManyRequests).orElse(true);
  }
}
