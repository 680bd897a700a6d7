/**
 * Deadlocks that did not happen in a run, but do in another schedule of the same operations.
 *
 * <p><b>Lock order</b> (BINGO, section 3.3.1). A lock tuple says that a goroutine asked for lock m
 * in mode o while it held the locks L. Tuples of different goroutines form a cycle if each asks for
 * what the next one holds, in modes that exclude each other; readers do not exclude readers, but a
 * writer that waits keeps new readers out (sync.RWMutex), so it stands in the cycle as well. No two
 * members may hold a common lock (a gate) in modes that exclude each other. Cycles of any length
 * are looked for among the tuples inside one strongly connected component of the graph of locks, to
 * which all that Magiclock (Cai and Chan, TSE 2014) removes does not belong.
 *
 * <p><b>Channel and lock</b> (BINGO, Algorithm 2). A goroutine waits at a channel, or for a wait
 * group, with a lock held; the only goroutine that can end the wait took the same lock on its way
 * there, in time. The other way round, neither continues.
 *
 * <p><b>What prunes.</b> {@link dev.harrier.analysis.predict.wait.Clocks Vector clocks}: members of
 * a cycle must not be ordered by go statements, timers, channels, wait groups, conds, onces; lock
 * hand-overs do not count, because another schedule may turn them round. With one exception: where
 * no other goroutine had taken a lock before, it may not have been published, and the lock
 * hand-overs that came between then count as its publication. Likewise a channel must have been
 * known to the goroutine that waits at it otherwise than by the lock itself. Where the wait and the
 * close that ends it stand in one function, the first to come closes and the others wait: no
 * goroutine waits before the closer is inside, and a lock that it took before is no obstacle. Locks
 * that one goroutine takes and another gives back, handed-off locks, prune their tuples.
 *
 * <p><b>Limits.</b> What is ordered by atomic variables or by conditions on data under a third lock
 * is not seen, and makes a false report possible. For equal requests only the first and the latest
 * of some goroutines speak; more cycles than a bound are not looked at, nor goroutines that hold
 * many locks at once, nor more different requests than fit. Selects are not taken for waits. Memory
 * follows the number of different requests; what is known of locks, channels and wait groups is
 * what the {@link dev.harrier.analysis.state.ProgramState program} remembers. Of channels and wait
 * groups that it had forgotten before no prediction is made. Where clocks for all that the
 * questions need would not fit, no prediction is made.
 *
 * <p>The rules that report what is found are in {@code dev.harrier.analysis.deadlock}.
 */
@NullMarked
package dev.harrier.analysis.predict;

import org.jspecify.annotations.NullMarked;
