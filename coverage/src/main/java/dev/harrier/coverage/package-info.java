/**
 * How much of a program's concurrent behavior its runs have shown: the coverage of GoAT (section
 * "Coverage").
 *
 * <p><b>Model.</b> The usages of concurrency in the sources are the fixed model. Each has
 * requirements, by kind: a send or receive was blocked, released a partner, or passed by the buffer
 * (Req1); the same for every case of a select (Req2); a lock was waited for, and made others wait
 * (Req3); a close, unlock, signal, broadcast, done, or case of a select with default released a
 * goroutine, or none (Req4); a go statement was executed (Req5). Beyond GoAT, a {@code
 * WaitGroup.Wait} has waited and has passed, and {@code Once.Do} counts as a lock.
 *
 * <p><b>Algorithm.</b> One pass over the events of a run. Whether an operation waited or released a
 * partner is in its completion. An operation that releases the goroutine that waits (close, unlock,
 * ...) released a goroutine if the next event of its goroutine is an {@code Unblock}. A goroutine
 * that waits for a lock makes its holders' acquires blocking ones. Facts are kept by stack id,
 * because a stack may be used before it is defined, and become places at the end of the run: the
 * innermost frame outside runtime and sync. That much needs no model, so any worker can do it;
 * {@link dev.harrier.coverage.Coverage} matches places with usages by file and line.
 *
 * <p><b>Goroutine tree.</b> Requirements count for each node of the global goroutine tree that
 * reached the usage: goroutines of all runs are one node if their parents are and the same line
 * created them. A goroutine that creates its own sort again stays in its node, else recursion would
 * have no end. A usage that no goroutine reached counts once.
 *
 * <p><b>What can't happen is not required, as far as runs can show.</b> To pass unnoticed is
 * required of a channel operation only once its channel was seen to have a buffer or to be closed.
 *
 * <p><b>Limits.</b> A case on a nil channel stays uncovered, and so does whatever the program's
 * logic forbids: that is for the reader of the list to judge. Two usages of one kind on one line
 * are one, because Go's line tables know no columns. Paths are compared as text, so binaries must
 * not be built with {@code -trimpath}; {@code GoBuild} sees to that.
 */
@NullMarked
package dev.harrier.coverage;

import org.jspecify.annotations.NullMarked;
