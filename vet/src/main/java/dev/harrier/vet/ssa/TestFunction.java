package dev.harrier.vet.ssa;

/**
 * What {@code go test} runs: a test, a benchmark, a fuzz target with its seeds, or an example.
 *
 * @param packagePath the package that it is run for, also where it is in {@code package p_test}
 */
public record TestFunction(String packagePath, String name) {
  public boolean isBenchmark() {
    return name.startsWith("Benchmark");
  }
}
