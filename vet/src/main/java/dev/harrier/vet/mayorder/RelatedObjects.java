package dev.harrier.vet.mayorder;

import dev.harrier.vet.expansion.ExpansionContext;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which objects probably know each other, so that one can wait for the other over a network or in
 * code that is out of sight: one was made from the other (a client from the address of a server),
 * or one call made both (the ends of a pipe).
 */
public final class RelatedObjects {
  private static final int MAX_GENERATIONS = 6;

  private final ExpansionContext context;
  private final Set<Function> lexical;
  private final Map<Place, Set<Object>> ancestors = new HashMap<>();

  /**
   * @param lexical the functions that can name the variables that are looked at
   */
  public RelatedObjects(ExpansionContext context, Set<Function> lexical) {
    this.context = context;
    this.lexical = lexical;
  }

  /** Whether the objects have anything in common that they were made from. */
  boolean areRelated(Place a, Place b) {
    Set<Object> others = ancestors(b);
    return a.equals(b) || ancestors(a).stream().anyMatch(others::contains);
  }

  /** Whether the objects are one, or one was made from the other. */
  boolean areInLine(Place a, Place b) {
    return a.equals(b) || ancestors(a).contains(b.base()) || ancestors(b).contains(a.base());
  }

  /** Whether one call made both objects. */
  boolean areTwins(Place a, Place b) {
    Set<Object> others = ancestors(b);
    return ancestors(a).stream().anyMatch(x -> !(x instanceof Base) && others.contains(x));
  }

  /** The objects and calls that an object goes back to, itself among them. */
  private Set<Object> ancestors(Place place) {
    Set<Object> known = ancestors.get(place);
    if (known == null) {
      known = new HashSet<>();
      collect(place, known, MAX_GENERATIONS);
      ancestors.put(place, known);
    }
    return known;
  }

  private void collect(Place place, Set<Object> found, int generations) {
    switch (place.base()) {
      case Base.Variable(Frame frame, Value.Register register) -> {
        if (madeIn(frame, place.base(), found, generations) && generations > 0) {
          context
              .assigned(frame.function(), register)
              .map(v -> new Bound(frame, v))
              .forEach(v -> held(v, found, generations - 1));
        }
      }
      case Base.Result(Frame frame, Value.Register register) -> {
        if (madeIn(frame, place.base(), found, generations) && generations > 0) {
          from(new Bound(frame, register), found, generations - 1);
        }
      }
      case Base.Parameter _, Base.Captured _ -> found.add(place.base());
      case Base.PackageLevel _, Base.Subtests _, Base.Nothing _ -> {}
    }
  }

  /** What a function that is stored in an object can get at belongs to the object. */
  private void held(Bound value, Set<Object> found, int generations) {
    Bound origin = context.resolver().trace(value);
    if (origin.definition().orElse(null) instanceof Instruction.MakeClosure made) {
      if (isBound(made)) {
        from(origin, found, generations);
      } else {
        made.bindings().forEach(b -> captured(origin.sibling(b), found, generations));
      }
    }
  }

  /** Adds what a captured variable holds; its address by itself shows nothing. */
  private void captured(Bound variable, Set<Object> found, int generations) {
    Place place = context.resolver().place(variable);
    if (place.base() instanceof Base.Variable(Frame frame, Value.Register register)
        && place.path().isEmpty()
        && generations > 0) {
      context
          .assigned(frame.function(), register)
          .map(v -> new Bound(frame, v))
          .filter(v -> Library.mayConnect(v.type().text()))
          .forEach(v -> origin(v, found, generations - 1));
    }
  }

  /** Adds an object, the calls of other code within which it was made, and what these got. */
  private boolean madeIn(Frame frame, Base base, Set<Object> found, int generations) {
    if (!found.add(base)) {
      return false;
    }
    Optional<Frame> at = Optional.of(frame);
    while (at.isPresent() && !lexical.contains(at.get().function())) {
      if (found.add(at.get()) && generations > 0) {
        given(at.get(), found, generations - 1);
      }
      at = at.get().caller();
    }
    return true;
  }

  private void given(Frame call, Set<Object> found, int generations) {
    for (int i = 0; i < call.function().body().params().size(); i++) {
      call.argument(i).ifPresent(a -> origin(a, found, generations));
    }
  }

  private void from(Bound made, Set<Object> found, int generations) {
    switch (made.definition().orElse(null)) {
      case Instruction.Extract e -> {
        found.add(made.sibling(e.tuple()));
        from(made.sibling(e.tuple()), found, generations);
      }
      case Instruction.TypeAssert t -> origin(made.sibling(t.operand()), found, generations);
      case Instruction.Call call -> {
        CallSite site = call.site();
        if (site.isInvoke()) {
          origin(made.sibling(site.callee()), found, generations);
        }
        site.arguments().forEach(a -> origin(made.sibling(a), found, generations));
      }
      case Instruction.MakeClosure method when isBound(method) ->
          origin(made.sibling(method.bindings().getFirst()), found, generations);
      case null, default -> {}
    }
  }

  /** Whether a closure is the method of one object, handed on as a function. */
  private boolean isBound(Instruction.MakeClosure made) {
    return context.program().function(made.function()).name().endsWith("$bound");
  }

  private void origin(Bound value, Set<Object> found, int generations) {
    if (!context.isSharedByAll(value.type())) {
      collect(context.resolver().place(value), found, generations);
    }
  }
}
