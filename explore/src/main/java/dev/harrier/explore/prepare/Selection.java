package dev.harrier.explore.prepare;

import java.util.ArrayList;
import java.util.List;

/**
 * Which targets of the packages are meant.
 *
 * @param mains whether main packages are run, instead of tests
 * @param run what tests must match, as Go's {@code -run}; "" for all
 * @param skip what tests must not match, as Go's {@code -skip}; "" for none
 * @param arguments of each test binary or main program
 * @param shard which part of all that
 */
public record Selection(
    boolean mains, String run, String skip, List<String> arguments, Shard shard) {
  public Selection {
    arguments = List.copyOf(arguments);
  }

  /** All parts of it. */
  public Selection(boolean mains, String run, String skip, List<String> arguments) {
    this(mains, run, skip, arguments, Shard.WHOLE);
  }

  /** How many of these tests are meant, as far as their names say. */
  long meant(List<String> tests) {
    TestPattern pattern = TestPattern.of(run);
    return tests.stream().filter(test -> pattern.mayMatch(test) && !isSkipped(test)).count();
  }

  /** What top-level tests must match. */
  String topLevel() {
    return TestPattern.of(run).topLevel();
  }

  /** What the subtests of a top-level test must match; "" for all. */
  String below(String test) {
    return TestPattern.of(run).below(test);
  }

  /** Whether a top-level test is left out as a whole. */
  boolean isSkipped(String test) {
    return !skip.isEmpty() && TestPattern.of(skip).coversAllOf(test);
  }

  /** Patterns that nothing was listed with yet, and that may be wrong. */
  List<String> otherPatterns() {
    List<String> patterns = new ArrayList<>(TestPattern.of(skip).patterns());
    if (run.contains("/")) {
      patterns.addAll(TestPattern.of(run).patterns());
    }
    return patterns;
  }
}
