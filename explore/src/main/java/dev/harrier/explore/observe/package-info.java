/**
 * What is recorded of one execution, while its trace is read once: {@link
 * dev.harrier.explore.observe.Observer} shows each event to the {@linkplain
 * dev.harrier.explore.observe.Recorder recorders} of all {@linkplain
 * dev.harrier.explore.observe.Observation observations} that the techniques name, with the one
 * {@link dev.harrier.explore.step.EventState} of the execution. What a technique records, and what
 * it makes of that, is in the package of the technique.
 */
@NullMarked
package dev.harrier.explore.observe;

import org.jspecify.annotations.NullMarked;
