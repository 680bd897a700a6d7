package dev.harrier.vet.pointsto;

import dev.harrier.vet.library.Library;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Instruction.FieldAddr;
import dev.harrier.vet.ssa.Instruction.MakeClosure;
import dev.harrier.vet.ssa.Instruction.Phi;
import dev.harrier.vet.ssa.Instruction.Store;
import dev.harrier.vet.ssa.Instruction.UnOp;
import dev.harrier.vet.ssa.LoadedPackage;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.FreeVar;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which variables, and which fields of them, are assigned once: the value of such a variable is
 * known wherever it is read. A variable whose address goes anywhere but into loads, stores, field
 * selections and closures is not among them, but those of its fields are that no code of the
 * program changes by way of a pointer to their struct.
 */
public final class VariableUses {
  private final Program program;
  private final BindingMap bindings;
  private final Map<Key, List<Use>> uses = new HashMap<>();

  /** Packages whose code is known. */
  private final Set<String> loaded;

  private record Key(Function owner, Register register) {}

  /** The address of a variable, or of a field inside it. */
  private record Address(Key variable, List<Integer> fields) {}

  /** A use that may change the variable; {@code stored} is empty if the address escapes. */
  private record Use(List<Integer> fields, Function in, Optional<Value> stored) {
    boolean overlaps(List<Integer> other) {
      for (int i = 0; i < fields.size() && i < other.size(); i++) {
        if (!fields.get(i).equals(other.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  public VariableUses(Program program, BindingMap bindings) {
    this.program = program;
    this.bindings = bindings;
    this.loaded =
        program.packages().stream()
            .filter(LoadedPackage::usable)
            .map(LoadedPackage::path)
            .collect(Collectors.toSet());
    for (Function function : program.functions()) {
      function.forEach(instruction -> collect(function, instruction));
    }
  }

  /**
   * The one value that a variable, or the field of it that {@code fields} select, ever gets, if its
   * own function assigns it.
   */
  public Optional<Value> onlyValue(Function owner, Register variable, List<Integer> fields) {
    Optional<Value> only = Optional.empty();
    for (Use use : uses.getOrDefault(new Key(owner, variable), List.of())) {
      if (!use.overlaps(fields) || (use.stored().isEmpty() && isFixed(owner, variable, fields))) {
        continue;
      }
      boolean fits = use.fields().equals(fields) && use.in() == owner;
      if (only.isPresent() || !fits || use.stored().isEmpty()) {
        return Optional.empty();
      }
      only = use.stored();
    }
    return only;
  }

  /** Whether no goroutine changes a field of a variable by way of a pointer to the variable. */
  private boolean isFixed(Function owner, Register variable, List<Integer> fields) {
    int struct = owner.typeOf(variable).element();
    return fields.size() == 1
        && (loaded.contains(packagePath(program.type(struct).text()))
            || Library.isCond(program.type(struct).text()))
        && !program
            .extent()
            .changes()
            .getOrDefault(struct, Program.Changes.NONE)
            .touch(fields.getFirst());
  }

  /**
   * Whether a phi stands for the variables that the iterations of a three-clause loop have, one
   * each, and none but the loop's own clauses change them.
   */
  boolean isFixedInIteration(Function owner, Phi phi) {
    return isPerIteration(owner, phi)
        && uses.getOrDefault(new Key(owner, phi.register()), List.of()).isEmpty();
  }

  /** go/ssa makes such a phi of pointers for each variable of a loop since Go 1.22. */
  private static boolean isPerIteration(Function owner, Phi phi) {
    return phi.edges().stream()
        .allMatch(v -> v instanceof Register r && owner.definition(r) instanceof Instruction.Alloc);
  }

  /** The package of a named type; "" if there is none. */
  private static String packagePath(String type) {
    int arguments = type.indexOf('[');
    String plain = arguments < 0 ? type : type.substring(0, arguments);
    return plain.substring(0, Math.max(0, plain.lastIndexOf('.')));
  }

  /** What the own function of a variable assigns to it or to parts of it. */
  public Stream<Value> assigned(Function owner, Register variable) {
    return uses.getOrDefault(new Key(owner, variable), List.of()).stream()
        .filter(use -> use.in() == owner)
        .flatMap(use -> use.stored().stream());
  }

  /** The functions that assign a variable or a part of it; empty if others may as well. */
  public Optional<Set<Function>> writers(Function owner, Register variable) {
    Set<Function> writers = new HashSet<>();
    for (Use use : uses.getOrDefault(new Key(owner, variable), List.of())) {
      if (use.stored().isEmpty()) {
        return Optional.empty();
      }
      writers.add(use.in());
    }
    return Optional.of(writers);
  }

  private void collect(Function in, Instruction instruction) {
    switch (instruction) {
      case Store store -> {
        address(in, store.address())
            .ifPresent(a -> add(a, new Use(a.fields(), in, Optional.of(store.value()))));
        escape(in, store.value());
      }
      case UnOp load when load.isLoad() -> {}
      case FieldAddr _, MakeClosure _ -> {}
      default -> instruction.forEachOperand(v -> escape(in, v));
    }
  }

  private void escape(Function in, Value value) {
    address(in, value).ifPresent(a -> add(a, new Use(a.fields(), in, Optional.empty())));
  }

  private void add(Address address, Use use) {
    uses.computeIfAbsent(address.variable(), _ -> new ArrayList<>()).add(use);
  }

  private Optional<Address> address(Function in, Value value) {
    return switch (value) {
      case FreeVar v -> captured(in, v);
      case Register r ->
          switch (in.definition(r)) {
            case Instruction.Alloc _ -> Optional.of(new Address(new Key(in, r), List.of()));
            case Phi phi when isPerIteration(in, phi) ->
                Optional.of(new Address(new Key(in, r), List.of()));
            case FieldAddr f ->
                address(in, f.base())
                    .map(a -> {
                      List<Integer> longer = new ArrayList<>(a.fields());
                      longer.add(f.field());
                      return new Address(a.variable(), longer);
                    });
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }

  private Optional<Address> captured(Function in, FreeVar v) {
    return in.declaration()
        .parent()
        .flatMap(parent ->
            bindings
                .maker(in)
                .flatMap(m -> address(program.function(parent), m.bindings().get(v.index()))));
  }
}
