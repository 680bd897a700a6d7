/**
 * All schedules of a small test, one for each order of what depends on each other.
 *
 * <p>A step is what a goroutine does between two moments at which another one could have continued.
 * Two steps depend on each other if they use the same object or variable and it makes a difference
 * which comes first ({@link dev.harrier.explore.step.OperationRole#commutes}). Executions in which
 * steps that depend on each other come in the same order are the same to the program, and one of
 * them is enough (Mazurkiewicz traces). {@link dev.harrier.explore.systematic.ScheduleTree} visits
 * them all, depth first: source sets and sleep sets (Abdulla, Aronis, Jonsson and Sagonas, POPL
 * 2014, algorithm 1), which improve on the persistent sets of Flanagan and Godefroid (POPL 2005).
 * It needs to know which goroutines could have run at each decision: {@link
 * dev.harrier.explore.schedule.PlanEntry.Alternatives} has the runtime record it. {@link
 * dev.harrier.explore.step.TrailRecorder} makes steps of one execution's events.
 *
 * <p><b>What is complete.</b> When the tree is, no schedule of that test shows anything else, with
 * these bounds: decisions are taken at scheduling points ({@code len} of a channel is none);
 * fairness holds. Steps of which it is not known what they use depend on everything: conds,
 * finalizers, the end of what a {@code Once} runs. Where inputs ({@link
 * dev.harrier.model.trace.InputKind}) or races between accesses that are no scheduling points take
 * part, where an execution ends before all its goroutines have, and where there is too much to see,
 * nothing is claimed ({@link dev.harrier.explore.step.Trail.Scope}).
 *
 * <p>That a send and a receive commute, as do a receive and a close, is so because the goroutine
 * that is first waits for the other: both continue from the same state. What is done with a wait
 * group commutes only where the execution itself proves it ({@link
 * dev.harrier.explore.step.WaitGroups}). A lock's waiters are in a queue, so that all that is done
 * with a lock depends on all else. A send that serves a select takes it from its other channels as
 * well: channels that one select waits for are one.
 *
 * <p>{@link dev.harrier.explore.systematic.SystematicGuide} gives the tree a share of the
 * executions, and knows which tests are complete.
 */
@NullMarked
package dev.harrier.explore.systematic;

import org.jspecify.annotations.NullMarked;
