/**
 * What would make a prediction come true.
 *
 * <p>A predicted deadlock names goroutines, the locks that each of them holds and the operation at
 * which it would block. All of them came by there in the run that the prediction is about, one
 * after the other. So the same run again, in which those that came first are delayed before that
 * operation until no other goroutine can run, brings the others there while the locks are held:
 * that is a {@link dev.harrier.explore.confirm.Goal}. Up to the first delay the two runs are one,
 * so the delayed goroutines are sure to arrive; whether the last one does is what the run shows.
 *
 * <p>Where runs can't be controlled there are no names of goroutines to delay, and no moment at
 * which no other goroutine can run. There goroutines are delayed before the locks that would block
 * them, with those that they hold, so that others reach theirs: a {@link
 * dev.harrier.explore.confirm.DelayInjection}.
 *
 * <p>This works for any number of goroutines, and for waits at channels and groups with a lock
 * held. Which schedule gets which attempt is the business of {@link
 * dev.harrier.explore.confirm.ConfirmGuide}; whether an observed deadlock is the predicted one that
 * of {@link dev.harrier.explore.confirm.Confirmation}.
 */
@NullMarked
package dev.harrier.explore.confirm;

import org.jspecify.annotations.NullMarked;
