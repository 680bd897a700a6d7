/**
 * Who calls whom, expanded: the calls of one root function become one control-flow graph per
 * goroutine.
 *
 * <p>A function is expanded if its code is known and it can matter: it is a closure, or it
 * synchronises, starts a goroutine, or calls a function value, itself or further down. Static
 * calls, closures and function values are resolved exactly, per activation, also where they were
 * stored in between; so a helper that runs, stores, starts, or waits for its function argument does
 * so here too. A call through an interface goes where the value was made, to the only type that
 * implements the interface ({@code Methods}), or to a type that was chosen for the value ({@code
 * Choices}). What the standard library does is a table ({@link dev.harrier.vet.library.Library}).
 *
 * <p>Limits: any other call through an interface with several implementations has only the effects
 * of that table; recursion is expanded once; depth and size are bounded, and a graph that is too
 * large is marked incomplete.
 */
@NullMarked
package dev.harrier.vet.callgraph;

import org.jspecify.annotations.NullMarked;
