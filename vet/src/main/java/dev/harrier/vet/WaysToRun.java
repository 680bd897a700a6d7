package dev.harrier.vet;

import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.TestFunction;
import java.util.List;

/**
 * How the accesses of a race may be run.
 *
 * @param tests those that may run both of them
 * @param outermost a place in the function that leads to both, to be called where no test does
 */
public record WaysToRun(List<TestFunction> tests, Position outermost) {
  public WaysToRun {
    tests = List.copyOf(tests);
  }
}
