package dev.harrier.cli.vet;

import dev.harrier.vet.ssa.TestFunction;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Some tests of some packages, or all tests of one.
 *
 * @param packages import paths
 * @param named none if all tests are meant
 */
record TestSet(Set<String> packages, List<TestFunction> named) {
  TestSet {
    named = List.copyOf(named);
  }

  static TestSet of(Collection<TestFunction> named) {
    return new TestSet(
        named.stream()
            .map(TestFunction::packagePath)
            .collect(Collectors.toCollection(TreeSet::new)),
        List.copyOf(named));
  }

  /** All tests of a package; no tests if it has no name. */
  static TestSet ofPackage(String path) {
    return new TestSet(path.isEmpty() ? Set.of() : Set.of(path), List.of());
  }

  /** Whether a test of one of the packages is among them. */
  boolean has(String packagePath, String name) {
    return packages.contains(packagePath)
        && (named.isEmpty() || named.contains(new TestFunction(packagePath, name)));
  }

  /** What {@code go test} is given to run those of a package, and perhaps others of such names. */
  List<String> flags() {
    return named.isEmpty()
        ? List.of()
        : List.of(
            named.stream()
                .map(TestFunction::name)
                .distinct()
                .collect(Collectors.joining("|", "-run=^(", ")$")));
  }
}
