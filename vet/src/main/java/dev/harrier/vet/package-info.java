/**
 * {@code harrier vet}: static data races through closures. {@link dev.harrier.vet.Vet} is the
 * entry. A small Go program exports SSA ({@code load}, {@code ssa}); the rest is here, each package
 * used by later ones: {@code sync} (what operations do), {@code library} (what is known of other
 * people's code), {@code pointsto}, {@code graph}, {@code callgraph}, {@code happensbefore}, {@code
 * expansion} (calls, followed), {@code mayorder}, {@code feasibility} and {@code race}. {@code
 * probe} has the scenarios of {@code harrier probe}.
 */
@NullMarked
package dev.harrier.vet;

import org.jspecify.annotations.NullMarked;
