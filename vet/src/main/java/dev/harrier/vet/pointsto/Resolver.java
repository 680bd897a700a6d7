package dev.harrier.vet.pointsto;

import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Instruction.Definition;
import dev.harrier.vet.ssa.Instruction.Return;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.FreeVar;
import dev.harrier.vet.ssa.Value.Global;
import dev.harrier.vet.ssa.Value.Param;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds out what a value of an activation is, across calls, closures and single assignments. */
public final class Resolver {
  private static final int MAX_STEPS = 200;

  private final Program program;
  private final VariableUses uses;
  private int steps;

  public Resolver(Program program, VariableUses uses) {
    this.program = program;
    this.uses = uses;
  }

  /**
   * Follows copies back to where the value was made: through parameters, captured variables,
   * variables assigned once, conversions, and calls with a single return.
   */
  public Bound trace(Bound value) {
    steps = 0;
    return follow(value);
  }

  /**
   * As {@link #trace}, and for what is loaded from a variable that each iteration of a three-clause
   * loop has for itself, the phi that stands for these variables: between two of its executions it
   * has one value.
   */
  public Bound traceIndex(Bound value) {
    Bound at = trace(value);
    if (at.definition().orElse(null) instanceof Instruction.UnOp load
        && load.isLoad()
        && place(at.sibling(load.operand())) instanceof Place(Base.Result made, List<Step> path)
        && path.isEmpty()
        && made.frame().function().definition(made.register()) instanceof Instruction.Phi phi
        && uses.isFixedInIteration(made.frame().function(), phi)) {
      return new Bound(made.frame(), phi.register());
    }
    return at;
  }

  /**
   * The memory that a value refers to: for a pointer the variable, for a channel, map, slice or
   * interface the object.
   */
  public Place place(Bound value) {
    steps = 0;
    return placeOf(value);
  }

  /** Follows copies of an interface value back to the conversion that made it, if that is known. */
  public Bound traceInterface(Bound value) {
    steps = 0;
    return follow(value, d -> d instanceof Instruction.MakeInterface);
  }

  private Bound follow(Bound value) {
    return follow(value, _ -> false);
  }

  private Bound follow(Bound value, Predicate<Definition> end) {
    Bound at = value;
    while (steps++ < MAX_STEPS && at.definition().filter(end).isEmpty()) {
      Optional<Bound> next = previous(at);
      if (next.isEmpty()) {
        return at;
      }
      at = next.get();
    }
    return at;
  }

  private Optional<Bound> previous(Bound at) {
    return switch (at.value()) {
      case Param p -> at.frame().argument(p.index());
      case FreeVar v ->
          at.frame().environment().map(environment -> environment.bindings().get(v.index()));
      case Register r -> copied(at, at.frame().function().definition(r));
      default -> Optional.empty();
    };
  }

  private Optional<Bound> copied(Bound at, Definition definition) {
    return switch (definition) {
      case Instruction.Convert c -> Optional.of(at.sibling(c.operand()));
      case Instruction.MakeInterface m -> Optional.of(at.sibling(m.operand()));
      case Instruction.TypeAssert t when !t.commaOk() -> Optional.of(at.sibling(t.operand()));
      case Instruction.Call call -> at.frame().callee(call.register()).flatMap(f -> returned(f, 0));
      case Instruction.Extract e -> extracted(at, e);
      case Instruction.UnOp load when load.isLoad() -> loaded(at.sibling(load.operand()));
      case Instruction.Phi phi -> agreed(at, phi);
      default -> Optional.empty();
    };
  }

  private static Optional<Bound> extracted(Bound at, Instruction.Extract e) {
    Bound tuple = at.sibling(e.tuple());
    if (tuple.definition().orElse(null) instanceof Instruction.Call call) {
      return at.frame().callee(call.register()).flatMap(f -> returned(f, e.index()));
    }
    return Optional.empty();
  }

  /** What a phi stands for if all its edges are one value, leaving aside itself. */
  private static Optional<Bound> agreed(Bound at, Instruction.Phi phi) {
    Optional<Value> one = Optional.empty();
    for (Value edge : phi.edges()) {
      if (!edge.equals(phi.register())) {
        if (one.filter(v -> !v.equals(edge)).isPresent()) {
          return Optional.empty();
        }
        one = Optional.of(edge);
      }
    }
    return one.map(at::sibling);
  }

  private static Optional<Bound> returned(Frame callee, int index) {
    Optional<Bound> only = Optional.empty();
    for (BasicBlock block : callee.function().blocks()) {
      boolean reached = block.index() == 0 || !block.predecessors().isEmpty();
      if (reached
          && block.instructions().getLast() instanceof Return r
          && index < r.results().size()) {
        Bound result = new Bound(callee, r.results().get(index));
        if (isNil(result.value())) {
          continue;
        }
        if (only.isPresent() && !only.get().equals(result)) {
          return Optional.empty();
        }
        only = Optional.of(result);
      }
    }
    return only;
  }

  /** What nil refers to is never touched, so a function that may return it returns the rest. */
  private static boolean isNil(Value value) {
    return value instanceof Value.Constant c && c.text().equals("nil");
  }

  /** The lock that a condition was made with, if the address is that of the field for it. */
  private Optional<Bound> lockOfCond(Bound address) {
    if (address.definition().orElse(null) instanceof Instruction.FieldAddr field
        && Library.isCond(element(address.sibling(field.base()).type()).text())) {
      Bound made = follow(address.sibling(field.base()));
      if (made.definition().orElse(null) instanceof Instruction.Call call
          && calls(call, Library::makesCond)) {
        return Optional.of(made.sibling(call.site().arguments().getFirst()));
      }
    }
    return Optional.empty();
  }

  private Optional<Bound> loaded(Bound address) {
    Optional<Bound> lock = lockOfCond(address);
    if (lock.isPresent()) {
      return lock;
    }
    Place place = placeOf(address);
    if (!(place.base() instanceof Base.Variable variable)) {
      return Optional.empty();
    }
    List<Integer> fields = new ArrayList<>();
    for (Step step : place.path()) {
      if (!(step instanceof Step.Field field)) {
        return Optional.empty();
      }
      fields.add(field.index());
    }
    Function owner = variable.frame().function();
    return uses.onlyValue(owner, variable.register(), fields)
        .map(v -> new Bound(variable.frame(), v));
  }

  private Place placeOf(Bound value) {
    Bound at = follow(value);
    return switch (at.value()) {
      case Param p -> Place.of(new Base.Parameter(at.frame(), p.index()));
      case FreeVar v -> Place.of(new Base.Captured(at.frame(), v.index()));
      case Global g -> Place.of(new Base.PackageLevel(g.name()));
      case Register r -> defined(at, at.frame().function().definition(r));
      default -> Place.NOTHING;
    };
  }

  private Place defined(Bound at, Definition definition) {
    if (steps++ > MAX_STEPS) {
      return Place.of(new Base.Result(at.frame(), definition.register()));
    }
    return switch (definition) {
      case Instruction.Alloc alloc -> Place.of(new Base.Variable(at.frame(), alloc.register()));
      case Instruction.FieldAddr f -> placeOf(at.sibling(f.base())).then(new Step.Field(f.field()));
      case Instruction.Field f -> fieldOfValue(at, f);
      case Instruction.IndexAddr i ->
          placeOf(at.sibling(i.base())).then(new Step.Element(at.sibling(i.index())));
      case Instruction.UnOp load when load.isLoad() ->
          placeOf(at.sibling(load.operand())).then(Place.TARGET);
      case Instruction.Extract e when isContext(e) ->
          defined(at, at.frame().function().definition((Register) e.tuple()));
      case Instruction.Call call when call.site().method().equals("(context.Context).Done") ->
          placeOf(at.sibling(call.site().callee())).then(new Step.Done());
      default -> Place.of(new Base.Result(at.frame(), definition.register()));
    };
  }

  /** A field of a struct that was loaded as a whole refers to what the field in memory does. */
  private Place fieldOfValue(Bound at, Instruction.Field f) {
    Bound struct = at.sibling(f.base());
    if (struct.definition().orElse(null) instanceof Instruction.UnOp load && load.isLoad()) {
      return placeOf(at.sibling(load.operand())).then(new Step.Field(f.field())).then(Place.TARGET);
    }
    return Place.of(new Base.Result(at.frame(), f.register()));
  }

  /** The context and its cancel function are one object: the call that made both. */
  private boolean isContext(Instruction.Extract e) {
    return e.type().text().equals("context.Context")
        || e.type().text().equals("context.CancelFunc")
        || e.type().text().equals("context.CancelCauseFunc");
  }

  /**
   * Whether only the cancel function that came with a context can end it: no clock, and no parent
   * that another goroutine may cancel.
   */
  public boolean endsOnlyByCancel(Place done) {
    steps = 0;
    return done.base() instanceof Base.Result made
        && made.frame().function().definition(made.register()) instanceof Instruction.Call call
        && calls(call, Library::endsOnlyByCancel)
        && follow(new Bound(made.frame(), call.site().arguments().getFirst()))
            .definition()
            .filter(d -> d instanceof Instruction.Call parent && calls(parent, Library::neverEnds))
            .isPresent();
  }

  private boolean calls(Instruction.Call call, Predicate<String> name) {
    return call.site().callee() instanceof Value.FunctionRef(FunctionId id)
        && name.test(program.function(id).name());
  }

  /** The lock whose readers use a value as theirs; none if it was not made so, or elsewhere. */
  public Optional<Bound> locksForReaders(Bound value) {
    Bound made = trace(value);
    return made.definition().orElse(null) instanceof Instruction.Call call
            && calls(call, Library::makesReadersLock)
        ? Optional.of(made.sibling(call.site().arguments().getFirst()))
        : Optional.empty();
  }

  /** The type that a pointer type points to. */
  public Type element(Type type) {
    return program.element(type);
  }
}
