/**
 * {@code harrier vet}: static data races through closures. {@link dev.harrier.vet.Vet} is the
 * entry. A small Go program exports SSA ({@code load}, {@code ssa}); everything else is here:
 * {@code library} (what is known of other people's code), {@code pointsto}, {@code callgraph},
 * {@code happensbefore}, {@code expansion} (calls, followed) and {@code race}, each used by the
 * next.
 */
@NullMarked
package dev.harrier.vet;

import org.jspecify.annotations.NullMarked;
