/**
 * Time that passes while goroutines could run, because a schedule decides so. {@link
 * dev.harrier.explore.computing.ComputingGuide} proposes schedules in which computing takes time,
 * {@link dev.harrier.explore.computing.Slowness} is how much delay an execution assumed, and what a
 * finding is worth that needs it.
 */
@NullMarked
package dev.harrier.explore.computing;

import org.jspecify.annotations.NullMarked;
