/**
 * The calls of one root function, expanded: one control-flow graph per goroutine.
 *
 * <p>Start with {@code Expansion}, which goes through the blocks of an activation; {@code
 * BlockWalk} appends the instructions of one block, {@code Calls} what a call leads to ({@code
 * Targets} finds the functions, {@code LibraryCalls} does what {@link
 * dev.harrier.vet.library.Library} says), and {@code Branches} what is known because a branch was
 * taken ({@code AtomicResults}, {@code CompletedLoops}, {@code SingleGoroutineBranches}, {@code
 * Flags}, {@code Settings}). A {@code Cursor} is the place where all of them append.
 *
 * <p>A function is expanded if its code is known and it can matter: it is a closure or is handed
 * one, it synchronizes, starts a goroutine, or calls a function value, itself or further down, or
 * it looks at a variable whose address it gets. Static calls, closures and function values are
 * resolved exactly, per activation, also where they were stored in between; so a helper that runs,
 * stores, starts, or waits for its function argument does so here too. A call through an interface
 * goes where the value was made, to the only type that implements the interface, or to a type that
 * was chosen for the value ({@code Choices}).
 *
 * <p>Limits: any other call through an interface has only the effects that the library file says;
 * what it is handed to wait on is remembered, so that nothing is reported whose order may depend on
 * it. Recursion is expanded once; depth and size are bounded. A graph that is too large is made
 * again with less ({@code Extent}): first of other code, then of calls within each other. Calls
 * that are left out count as unknown.
 */
@NullMarked
package dev.harrier.vet.expansion;

import org.jspecify.annotations.NullMarked;
