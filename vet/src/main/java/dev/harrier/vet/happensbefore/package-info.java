/**
 * What must have happened before what, in one activation of a root function.
 *
 * <p>For every node n and every access a of interest, {@code Completion} computes one bit: whether
 * each execution of a, on the same instance of its variable, that is not a consequence of n itself
 * has happened before n. It is a forward must-dataflow over the {@linkplain
 * dev.harrier.vet.graph.EventGraph event graph}:
 *
 * <ul>
 *   <li>starting a thread clears the bits of all that the thread and its descendants access;
 *   <li>an operation that waits for another thread (a receive, Wait, ...) sets the bits that every
 *       operation that can have let it through <em>exports</em>: those set there, without what can
 *       still follow there;
 *   <li>a new instance of a variable sets the bits of its accesses;
 *   <li>where paths meet, a bit must be set on all of them; so exclusive branches need no rule.
 * </ul>
 *
 * <p>Since bits travel with the exports, the order is transitive over any number of threads. An
 * operation that lets another through need not be reached on every path: that it let the other
 * through proves that it ran. So this subsumes the must-happen-before and must-happen-after sets of
 * the closure-race paper (step 6), which follow dominators and post-dominators.
 *
 * <p>The greatest fixpoint is sound by induction over the events of an execution: no event can
 * depend on a later one. A thread that may run many times exports its own accesses only to
 * operations that wait for all of its instances.
 *
 * <p>Locks do not order, they exclude: {@code Locksets} knows which ones are held at a node.
 */
@NullMarked
package dev.harrier.vet.happensbefore;

import org.jspecify.annotations.NullMarked;
