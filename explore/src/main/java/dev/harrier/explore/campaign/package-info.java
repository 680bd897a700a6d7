/**
 * The loop: workers take the next execution of the next target until a budget is spent, and every
 * defect that shows for the first time is kept with the schedule that showed it.
 *
 * <p>Targets take turns. One lock guards everything that workers share; it is never held while a
 * program runs. An execution that can't be done ({@link
 * dev.harrier.explore.worker.WorkerException}) ends the exploration of its target, not of the
 * others.
 */
@NullMarked
package dev.harrier.explore.campaign;

import org.jspecify.annotations.NullMarked;
