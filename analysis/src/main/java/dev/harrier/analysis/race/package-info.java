/**
 * Races that were seen to happen, as findings of the rule {@code data-race}; that of an Add with a
 * Wait of a wait group is {@code waitgroup-misuse}. Where a race comes from does not matter here:
 * it is an {@link dev.harrier.model.trace.ObservedRace}, whichever detector saw it.
 *
 * <p>The two places of a race have no order: which access comes second is the schedule's choice. So
 * the finding points at the place that {@link dev.harrier.analysis.race.DataRace} puts first by
 * name, and the fingerprint covers both as a set.
 *
 * <p>The name of the variable is read from the lines of source where that leaves no choice ({@link
 * dev.harrier.analysis.race.RacedVariable}); a race whose lines allow several has none.
 */
@NullMarked
package dev.harrier.analysis.race;

import org.jspecify.annotations.NullMarked;
