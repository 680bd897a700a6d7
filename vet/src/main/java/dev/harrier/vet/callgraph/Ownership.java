package dev.harrier.vet.callgraph;

import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which functions may let one caller at a time own an object, by a state that the object holds:
 * they change it only if it is as they want it, in a compare-and-swap or under a lock of the
 * object. The goroutine that succeeds owns the object until a goroutine changes the state again.
 * Whether the states are such that two never own it at once is not looked into.
 */
public final class Ownership {
  private static final int MAX_CALLS = 3;
  private static final Changes NONE = new Changes(Set.of(), Set.of());

  private final Program program;
  private final Map<FunctionId, Changes> known = new ConcurrentHashMap<>();

  /**
   * Parts of the object that is argument 0, each by its path.
   *
   * @param tried those that the function changes if they are as it wants them
   * @param made those that it changes, in whatever way
   */
  public record Changes(Set<List<Step>> tried, Set<List<Step>> made) {}

  public Ownership(Program program) {
    this.program = program;
  }

  /** Whether a function is the Lock of a type that the program itself makes a lock. */
  public static boolean isLock(Function function) {
    return isMethod(function, "Lock") || isMethod(function, "RLock");
  }

  private static boolean isMethod(Function function, String name) {
    return function.name().endsWith(")." + name)
        && function.hasBody()
        && function.declaration().type().text().equals("func()");
  }

  /** What a function does to its first argument, itself or by way of functions that it calls. */
  public Changes of(Function function) {
    Changes changes = known.get(function.id());
    if (changes == null) {
      changes =
          isMethod(function, "Unlock") || isMethod(function, "RUnlock")
              ? new Changes(Set.of(), Set.of(List.of()))
              : find(function, MAX_CALLS);
      known.put(function.id(), changes);
    }
    return changes;
  }

  private Changes find(Function function, int calls) {
    if (!function.hasBody() || function.body().params().isEmpty()) {
      return NONE;
    }
    Set<List<Step>> tried = new HashSet<>();
    Set<List<Step>> made = new HashSet<>();
    Set<List<Step>> compared = new HashSet<>();
    Set<List<Step>> assigned = new HashSet<>();
    boolean[] locks = {false};
    function.hasAny(i -> {
      switch (i) {
        case Instruction.Store s -> path(function, s.address()).ifPresent(assigned::add);
        case Instruction.If test -> comparands(function, test.condition(), compared);
        default -> {}
      }
      Mentions.site(i).ifPresent(site -> locks[0] |= call(function, site, calls, tried, made));
      return false;
    });
    if (locks[0]) {
      made.addAll(assigned);
      assigned.stream().filter(compared::contains).forEach(tried::add);
    }
    made.addAll(tried);
    return tried.isEmpty() && made.isEmpty() ? NONE : new Changes(tried, made);
  }

  /** Adds what a call does to the object; whether it takes a lock of the object. */
  private boolean call(
      Function caller, CallSite site, int calls, Set<List<Step>> tried, Set<List<Step>> made) {
    if (!(site.callee() instanceof Value.FunctionRef(FunctionId id))
        || site.arguments().isEmpty()) {
      return false;
    }
    Optional<List<Step>> object = path(caller, site.arguments().getFirst());
    if (object.isEmpty()) {
      return false;
    }
    Function callee = program.function(id);
    Effect effect = Library.effect(callee.declaration().genericName()).orElse(new Effect.Nothing());
    if (effect instanceof Effect.StoresAtomically(boolean _, boolean compares, int _)) {
      made.add(object.get());
      if (compares) {
        tried.add(object.get());
      }
    } else if (calls > 0) {
      Changes further = find(callee, calls - 1);
      further.tried().forEach(p -> tried.add(joined(object.get(), p)));
      further.made().forEach(p -> made.add(joined(object.get(), p)));
    }
    return effect instanceof Effect.Locks;
  }

  /** Adds the parts of the object that a condition looks at. */
  private static void comparands(Function function, Value condition, Set<List<Step>> found) {
    switch (function.definition(condition)) {
      case Instruction.BinOp b -> {
        loaded(function, b.left()).ifPresent(found::add);
        loaded(function, b.right()).ifPresent(found::add);
      }
      case null -> {}
      default -> loaded(function, condition).ifPresent(found::add);
    }
  }

  private static Optional<List<Step>> loaded(Function function, Value value) {
    return function.definition(value) instanceof Instruction.UnOp load && load.isLoad()
        ? path(function, load.operand())
        : Optional.empty();
  }

  /** How a pointer comes from the first parameter. */
  private static Optional<List<Step>> path(Function function, Value pointer) {
    if (pointer instanceof Value.Param(int index)) {
      return index == 0 ? Optional.of(List.of()) : Optional.empty();
    }
    return switch (function.definition(pointer)) {
      case Instruction.FieldAddr f ->
          path(function, f.base()).map(p -> joined(p, List.of(new Step.Field(f.field()))));
      case Instruction.UnOp load when load.isLoad() ->
          path(function, load.operand()).map(p -> joined(p, List.of(Place.TARGET)));
      case null, default -> Optional.empty();
    };
  }

  private static List<Step> joined(List<Step> path, List<Step> more) {
    List<Step> all = new ArrayList<>(path);
    all.addAll(more);
    return List.copyOf(all);
  }
}
