/**
 * Cycles of lock requests: {@link dev.harrier.analysis.predict.lock.LockTuples} gathers which locks
 * a goroutine held when it asked for another one, {@link
 * dev.harrier.analysis.predict.lock.LockCycles} finds the cycles among them. The theory is in the
 * package above.
 */
@NullMarked
package dev.harrier.analysis.predict.lock;

import org.jspecify.annotations.NullMarked;
