/**
 * The table of a finding's run: one column for each goroutine that has a part in it, one row for
 * each operation, and at each switch its reason.
 *
 * <p>A {@linkplain dev.harrier.explore.interleaving.TurnLog log} is kept of the operations of all
 * the program's goroutines; what is shown are those of the finding's own goroutines. What happened
 * between two rows may have been done by others, so a switch has the reason that was seen last.
 */
@NullMarked
package dev.harrier.explore.interleaving;

import org.jspecify.annotations.NullMarked;
