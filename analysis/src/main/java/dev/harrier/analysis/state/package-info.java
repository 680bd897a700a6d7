/**
 * The live state of a traced program, kept up to date event by event: the goroutine tree with what
 * each goroutine waits for, locks and their holders, channels, wait groups, conds, contexts, tests.
 *
 * <p>This is GoAT's goroutine tree (GoAT, "Offline Analysis") reduced to what is still alive, with
 * the state of the objects next to it.
 *
 * <p><b>Invariants.</b> {@link dev.harrier.analysis.state.ProgramState#apply} sees every event
 * once, in the total order. A goroutine is in the state from its first event until it exits; one
 * that exits while it holds a lock stays in that lock's list of holders. Nothing is turned into
 * text here: the recent operations of goroutines and objects are events, though most are kept as
 * numbers.
 *
 * <p><b>Memory.</b> A trace never says that an object died, so objects are swept like garbage: when
 * the table has grown by half, objects that no goroutine waits for, that are in their zero state
 * and that were not touched since the last sweep are forgotten. What is lost is their history,
 * never a holder, a counter or an awaited context; and nothing of what is pinned, because a
 * question has been asked about it. So memory follows live goroutines and recently used objects.
 *
 * <p><b>Limits.</b> Nothing here knows what refers to an object, only which goroutines have used
 * it.
 */
@NullMarked
package dev.harrier.analysis.state;

import org.jspecify.annotations.NullMarked;
