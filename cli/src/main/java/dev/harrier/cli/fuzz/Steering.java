package dev.harrier.cli.fuzz;

import java.util.Set;

/**
 * What steers an exploration besides its strategies.
 *
 * @param without parts that are left out
 * @param enough the coverage of concurrency usages, in percent, at which to stop; more than 100 for
 *     never
 * @param dependencies whether usages in dependencies count too
 */
record Steering(Set<Part> without, double enough, boolean dependencies) {
  /** What can be left out, to see what it is worth. */
  enum Part {
    /** Selects are told no preferences. */
    ORDERS,
    /** The first order of a test is mutated at random, whatever comes of it. */
    FEEDBACK,
    /** No operations are reordered. */
    REVERSALS,
    /** No test has all its schedules explored one after the other. */
    SYSTEMATIC,
    /** Accesses to memory are no scheduling points. */
    ACCESSES,
    /** Computing takes no time. */
    COMPUTING,
    /** No executions are directed at predictions. */
    PREDICTIONS,
    /** The sources are not read, and coverage is not measured. */
    COVERAGE
  }

  Steering {
    without = Set.copyOf(without);
  }

  boolean has(Part part) {
    return !without.contains(part);
  }
}
