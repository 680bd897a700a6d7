/**
 * Finds the simplest schedule that still shows a finding.
 *
 * <p>A controlled run records where it left the default order. The same seed, the default order and
 * those decisions as a plan make the same run again. {@linkplain dev.harrier.explore.minimize.Ddmin
 * Delta debugging} (Zeller and Hildebrandt, TSE 2002) then leaves out decisions as long as the
 * finding stays. What is left is 1-minimal unless the number of attempts ran out: without any one
 * of its decisions the finding is gone.
 *
 * <p>A run that the watchdog had to interrupt can't be repeated exactly; its finding keeps the
 * schedule that it was found with if the plan does not show it.
 */
@NullMarked
package dev.harrier.explore.minimize;

import org.jspecify.annotations.NullMarked;
