package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fields of what a root was called with that decide more than one of its branches: whether it
 * starts a goroutine, and whether it waits for it. Nothing that the root runs changes them, so such
 * branches all go one way; an expansion for each way distinguishes them.
 */
public final class Settings {
  private final Frame root;
  private final Resolver resolver;
  private final Optional<Setting> assumed;
  private final Map<Tested, Set<Instruction.Definition>> tests = new LinkedHashMap<>();

  private record StructField(String pointer, int field) {}

  private record Tested(Place place, StructField field) {}

  /** That a field holds. */
  public record Setting(Place field, boolean holds) {}

  Settings(Frame root, Resolver resolver, Optional<Setting> assumed) {
    this.root = root;
    this.resolver = resolver;
    this.assumed = assumed;
  }

  /** Whether only the paths of one way are looked at. */
  boolean isAssumed() {
    return assumed.isPresent();
  }

  /** What a condition is, if it is the field of which something is assumed. */
  Optional<Boolean> outcome(Bound condition, Instruction.UnOp load) {
    Place place = resolver.place(condition.sibling(load.operand()));
    Optional<StructField> field = field(condition.frame().function(), load.operand());
    if (field.isPresent()
        && place.base() instanceof Place.Base.Parameter(Frame frame, int _)
        && frame == root
        && place.path().stream().allMatch(s -> s instanceof Step.Field)) {
      tests.computeIfAbsent(new Tested(place, field.get()), _ -> new HashSet<>()).add(load);
      return assumed.filter(s -> s.field().equals(place)).map(Setting::holds);
    }
    return Optional.empty();
  }

  /** The fields that decide several branches, and that no function of the root assigns. */
  List<Place> several(Set<Function> functions) {
    return tests.entrySet().stream()
        .filter(e -> e.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .filter(tested -> functions.stream().noneMatch(f -> assigns(f, tested.field())))
        .map(Tested::place)
        .distinct()
        .toList();
  }

  private static boolean assigns(Function function, StructField field) {
    return function.hasAny(i ->
        i instanceof Instruction.Store store
            && field(function, store.address()).filter(field::equals).isPresent());
  }

  private static Optional<StructField> field(Function function, Value address) {
    return address instanceof Value.Register r
            && function.definition(r) instanceof Instruction.FieldAddr f
        ? Optional.of(new StructField(function.typeOf(f.base()).text(), f.field()))
        : Optional.empty();
  }
}
