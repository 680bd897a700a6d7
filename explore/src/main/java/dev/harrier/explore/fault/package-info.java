/**
 * Connections and files that fail, and contexts that are canceled, because a schedule decides so.
 * {@link dev.harrier.explore.fault.FaultGuide} proposes such schedules, {@link
 * dev.harrier.explore.fault.Faults} says what a finding is worth that needs them. What may fail is
 * a setting of schedules and part of package {@code schedule}.
 */
@NullMarked
package dev.harrier.explore.fault;

import org.jspecify.annotations.NullMarked;
