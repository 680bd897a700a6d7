/**
 * Static data races through closures: candidate pairs, the decision, and the finding.
 *
 * <p>A pair of accesses to one base is a candidate under the conditions of the closure-race paper
 * (step 3): one of them is in a function literal, one is a write, not both are atomic, and their
 * paths of fields and indices overlap. It is a race if {@link dev.harrier.vet.race.Ordering} finds
 * a way in which both can run at once and {@link dev.harrier.vet.race.Protection} no lock that both
 * hold.
 *
 * <p>Not here: variables that no closure captures (package-level variables, receivers of methods
 * started with go), and what the library hides (files, sockets).
 */
@NullMarked
package dev.harrier.vet.race;

import org.jspecify.annotations.NullMarked;
