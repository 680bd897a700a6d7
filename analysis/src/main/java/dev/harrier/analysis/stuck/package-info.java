/**
 * Which goroutines are stuck, how that is proved, and which of them block which.
 *
 * <p><b>StuckProof.</b> GFuzz's Algorithm 1 (section 6.2) asks whether any goroutine that refers to
 * the awaited object can still run, and so does GOLF with the collector. Here the runtime has asked
 * the collector and a checkpoint says {@code LEAKED}. Where the object stays reachable from a
 * global, quiescence decides: nothing runs, no timer is set, no I/O is pending, so no goroutine is
 * left to act. Programs that were built without Harrier have no collector to ask: whether a
 * goroutine is a leak of its test, or a worker that is kept, depends on which goroutines have used
 * what it waits for.
 *
 * <p><b>Groups.</b> GoAT's DeadlockCheck distinguishes a global deadlock (the root did not end)
 * from a leak (a descendant did not end). It is applied to each test's goroutine tree: a {@link
 * dev.harrier.analysis.stuck.StuckGroup} is one test's stuck goroutines, deadlocked if the
 * goroutine that runs the test is among them. A test that waits for a stuck goroutine of another
 * one goes to that one's group: parallel subtests share their fixtures.
 *
 * <p><b>Blame.</b> The {@link dev.harrier.analysis.stuck.WaitGraph} has an edge from a stuck
 * goroutine to those stuck ones that would have to release it. Its strongly connected components
 * without an edge out of them are the root causes; the others are stuck behind them and are listed
 * in the same finding. Edges to lock holders are certain; edges along channels and wait groups
 * follow which goroutines have used the object before or, where none has, had a case for it in a
 * select, or are to use it by the source. So blame can be incomplete, proof can't.
 */
@NullMarked
package dev.harrier.analysis.stuck;

import org.jspecify.annotations.NullMarked;
