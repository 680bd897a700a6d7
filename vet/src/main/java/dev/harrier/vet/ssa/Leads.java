package dev.harrier.vet.ssa;

import java.util.List;
import java.util.Map;

/**
 * Which functions lead to which, if that was asked for: to those that they name, and to the methods
 * of the types that they convert to interfaces. Numbers are those of functions, also of some that
 * the program does not have.
 *
 * @param from what leads to a function
 * @param tests the tests of all packages, with their numbers
 */
public record Leads(Map<Integer, List<Integer>> from, Map<TestFunction, Integer> tests) {
  public static final Leads NONE = new Leads(Map.of(), Map.of());

  public Leads {
    from = Map.copyOf(from);
    tests = Map.copyOf(tests);
  }
}
