/**
 * The loop: workers take the next execution of the next target until a budget is spent, and every
 * defect that shows for the first time is kept with the schedule that showed it.
 *
 * <p>An {@linkplain dev.harrier.explore.campaign.Engine engine} gives out the work and keeps what
 * it comes to: the store of one machine has all targets in one turn, a server that machines share
 * has a turn of one target for each of them. What takes the turns is the same.
 *
 * <p>Targets take {@linkplain dev.harrier.explore.campaign.Turns turns}, those that bring little
 * less often. One lock guards everything that workers share; it is never held while a program runs.
 * An execution that can't be done ({@link dev.harrier.explore.worker.WorkerException}) ends the
 * exploration of its target, not of the others.
 */
@NullMarked
package dev.harrier.explore.campaign;

import org.jspecify.annotations.NullMarked;
