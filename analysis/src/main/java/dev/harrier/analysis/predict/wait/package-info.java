/**
 * Waits for channels and groups with a lock held: {@link
 * dev.harrier.analysis.predict.wait.LockedWaits} gathers them, {@link
 * dev.harrier.analysis.predict.wait.WaitPartners} finds the only operation that can end each, and
 * {@link dev.harrier.analysis.predict.wait.Clocks} knows what is ordered. The theory is in the
 * package above.
 */
@NullMarked
package dev.harrier.analysis.predict.wait;

import org.jspecify.annotations.NullMarked;
