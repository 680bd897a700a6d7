/**
 * Static data races through closures: candidate pairs, the decision, and the result.
 *
 * <p>A pair of accesses to one base is a candidate under the conditions of the closure-race paper
 * (step 3): one of them is in a function literal, one is a write, not both are atomic, and their
 * paths of fields and indices overlap. It is a race if {@link
 * dev.harrier.vet.happensbefore.Ordering} finds a way in which both can run at once and {@link
 * dev.harrier.vet.race.LockExclusion} no lock that both hold.
 *
 * <p>What may order the accesses all the same, in code that was not followed or not understood, is
 * a {@link dev.harrier.vet.mayorder.PossibleOrder}; a race with one is withheld. The others have a
 * {@link dev.harrier.vet.race.Shape}, which says how strong a report is. The outcome is data
 * ({@link dev.harrier.vet.race.RaceReport}); {@link dev.harrier.vet.race.FindingMapper} makes
 * findings of it.
 *
 * <p>Not here: variables that no closure captures (package-level variables, receivers of methods
 * started with go), and what the library hides (files, sockets).
 */
@NullMarked
package dev.harrier.vet.race;

import org.jspecify.annotations.NullMarked;
