/**
 * The loop: workers take the next execution of the next target until a budget is spent, and every
 * defect that shows for the first time is kept with the schedule that showed it.
 *
 * <p>A {@linkplain dev.harrier.explore.loop.WorkQueue work queue} gives out the work and keeps the
 * results: that of one machine has one item with all targets, a server that machines share has an
 * item for each target. What does the work is the same.
 *
 * <p>Targets take {@linkplain dev.harrier.explore.loop.TargetRotation turns}, those that bring
 * little less often. One lock guards everything that workers share; it is never held while a
 * program runs. An execution that can't be done ({@link
 * dev.harrier.explore.worker.WorkerException}) ends the exploration of its target, not of the
 * others.
 */
@NullMarked
package dev.harrier.explore.loop;

import org.jspecify.annotations.NullMarked;
