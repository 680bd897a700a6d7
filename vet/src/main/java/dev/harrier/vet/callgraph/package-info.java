/**
 * Which functions lead to which, for a whole program: what a call through an interface may reach
 * ({@code Methods}), which functions a function names ({@code Mentions}), and what follows from
 * that: which functions can start a goroutine with a closure ({@code Launches}), which matter to
 * the order between goroutines ({@code SyncRelevance}), which look at what an argument points to
 * ({@code PointerArguments}), which let one caller at a time own an object ({@code Ownership}), and
 * which tests may run it ({@code TestReach}).
 *
 * <p>Nothing here knows of activations: {@code expansion} follows calls one by one.
 */
@NullMarked
package dev.harrier.vet.callgraph;

import org.jspecify.annotations.NullMarked;
