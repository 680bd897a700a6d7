/**
 * What the events of one execution mean: which operation of its goroutine each of them reports and
 * which locks are held ({@link dev.harrier.explore.step.EventState}).
 */
@NullMarked
package dev.harrier.explore.step;

import org.jspecify.annotations.NullMarked;
