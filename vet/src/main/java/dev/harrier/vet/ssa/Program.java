package dev.harrier.vet.ssa;

import java.util.List;
import java.util.Map;

/**
 * Everything that one run of the exporter told.
 *
 * @param languageVersions by file, such as {@code go1.21}; "" where the loader does not say
 */
public record Program(
    List<LoadedPackage> packages,
    List<Function> functions,
    List<Type> types,
    Map<String, String> languageVersions) {
  public Program {
    packages = List.copyOf(packages);
    functions = List.copyOf(functions);
    types = List.copyOf(types);
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
