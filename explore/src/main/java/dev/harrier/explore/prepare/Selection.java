package dev.harrier.explore.prepare;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which targets of the packages are meant.
 *
 * @param mains whether main packages are run, instead of tests
 * @param run what tests must match, as Go's {@code -run}; "" for all
 * @param skip what tests must not match, as Go's {@code -skip}; "" for none
 * @param arguments of each test binary or main program
 */
public record Selection(boolean mains, String run, String skip, List<String> arguments) {
  public Selection {
    arguments = List.copyOf(arguments);
  }

  /** The part of {@code run} that top-level tests must match. */
  String topLevel() {
    int slash = run.indexOf('/');
    String top = slash < 0 ? run : run.substring(0, slash);
    return top.isEmpty() ? "." : top;
  }

  /** The part of {@code run} that subtests must match. */
  String below() {
    int slash = run.indexOf('/');
    return slash < 0 ? "" : run.substring(slash + 1);
  }

  /**
   * Whether a top-level test is left out as a whole. A pattern that Java reads differently from Go
   * leaves out nothing here; the test binary applies it anyway.
   */
  boolean isSkipped(String test) {
    if (skip.isEmpty() || skip.contains("/")) {
      return false;
    }
    try {
      return Pattern.compile(skip).matcher(test).find();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
