/**
 * What the events of one execution mean: which operation of its goroutine each of them reports and
 * which locks are held ({@link dev.harrier.explore.step.EventState}), what the operation uses that
 * goroutines share ({@link dev.harrier.explore.step.Uses}), whether it matters which of two is
 * first ({@link dev.harrier.explore.step.OperationRole}), the steps between decisions ({@link
 * dev.harrier.explore.step.TrailRecorder}) and what orders them in every schedule ({@link
 * dev.harrier.explore.step.NecessaryOrder}).
 */
@NullMarked
package dev.harrier.explore.step;

import org.jspecify.annotations.NullMarked;
