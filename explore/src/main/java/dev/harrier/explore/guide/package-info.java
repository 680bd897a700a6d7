/**
 * What to run next: {@linkplain dev.harrier.explore.guide.Guide guides} choose schedules and learn
 * from results. They are small and wrap each other: one gathers coverage and ends the exploration
 * when it is high enough, one tries orders of messages as GFuzz does, one reverses conflicts,
 * others take the schedules of a portfolio or leave all to Go.
 *
 * <p>A guide sees the executions of all targets; what it remembers of one target must not steer
 * another.
 */
@NullMarked
package dev.harrier.explore.guide;

import org.jspecify.annotations.NullMarked;
