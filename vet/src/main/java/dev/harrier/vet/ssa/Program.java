package dev.harrier.vet.ssa;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that one run of the exporter wrote.
 *
 * @param extent what there is beyond the code that was written
 * @param globals the package-level variables, by name
 * @param languageVersions by file, such as {@code go1.21}; "" where the loader does not say
 * @param leads {@link Leads#NONE} unless they were asked for
 */
public record Program(
    List<LoadedPackage> packages,
    List<Function> functions,
    List<Type> types,
    Extent extent,
    Map<String, Value.Global> globals,
    Map<String, String> languageVersions,
    Leads leads) {
  /**
   * What the exporter saw, also where it left code out.
   *
   * @param functions how many functions have code
   * @param converted the types that some code converts to an interface, as far as calls through
   *     interfaces may reach their methods
   * @param changes what code changes of a struct that it has only a pointer to, by the number of
   *     the struct's type
   */
  public record Extent(int functions, List<Type> converted, Map<Integer, Changes> changes) {
    public Extent {
      converted = List.copyOf(converted);
      changes = Map.copyOf(changes);
    }
  }

  /**
   * What code changes of a struct by way of a pointer to it.
   *
   * @param whole whether all of it
   * @param fields the fields that are assigned, or whose addresses go elsewhere
   */
  public record Changes(boolean whole, Set<Integer> fields) {
    public static final Changes NONE = new Changes(false, Set.of());

    public Changes {
      fields = Set.copyOf(fields);
    }

    public boolean touch(int field) {
      return whole || fields.contains(field);
    }
  }

  public Program {
    packages = List.copyOf(packages);
    functions = List.copyOf(functions);
    types = List.copyOf(types);
    globals = Map.copyOf(globals);
    languageVersions = Map.copyOf(languageVersions);
  }

  public Function function(FunctionId id) {
    return functions.get(id.index());
  }

  public Type type(int number) {
    return types.get(number);
  }

  /** The type that a pointer points to, or the element of a slice, array, map or channel. */
  public Type element(Type type) {
    return types.get(type.element());
  }
}
