/**
 * Reverses pairs of operations of one run that nothing orders.
 *
 * <p>Two operations of different goroutines on one object conflict, unless it makes no difference
 * which comes first; so do two that serve different cases of one select. If the goroutine of the
 * latter was there already when the former took place, nothing is known to order them. To reverse
 * them, the same schedule is run again, and the goroutine of the former is delayed before it
 * ({@link dev.harrier.explore.schedule.PlanEntry.Delay}) until the latter has begun, or until no
 * other goroutine can run. The two runs are one until there, so that the moment is sure to come.
 * Partial-order reduction (Flanagan and Godefroid, POPL 2005) finds such pairs to be complete; here
 * they are tried by weight, as graybox fuzzers of schedules do (Wolff and others, ASPLOS 2024).
 *
 * <p>A conflict is one of places in the program, of the frames that people wrote: whether an
 * operation blocked there makes no difference.
 *
 * <p>The runtime numbers the operations and records when each begins ({@link
 * dev.harrier.model.trace.Event.Operation}); nothing is counted here.
 *
 * <p>Pairs that the rest of the run orders whatever is decided, by go statements, messages and what
 * wakes a goroutine, are left out ({@link dev.harrier.explore.step.NecessaryOrder}); of long runs
 * that is not known. A pair that something else orders after all costs an execution, and does no
 * harm: a delayed goroutine continues as soon as it is the only one that can.
 *
 * <p>{@link dev.harrier.explore.reversal.ReversalRecorder} finds the pairs, {@link
 * dev.harrier.explore.reversal.ReversalGuide} proposes schedules that reverse them, {@link
 * dev.harrier.explore.reversal.ReversalFiles} keeps them from one exploration to the next.
 */
@NullMarked
package dev.harrier.explore.reversal;

import org.jspecify.annotations.NullMarked;
