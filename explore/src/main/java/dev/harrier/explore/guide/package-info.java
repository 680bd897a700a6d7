/**
 * What a technique is: {@linkplain dev.harrier.explore.guide.Guide guides} choose schedules and
 * learn from results. They are small and wrap each other, and each technique has its own in a
 * package of its own. Here are only those that need nothing else: what leaves all to Go, what
 * switches at racing accesses, and what notes which goroutines overlapped.
 *
 * <p>A guide sees the executions of all targets; what it remembers of one target must not steer
 * another.
 */
@NullMarked
package dev.harrier.explore.guide;

import org.jspecify.annotations.NullMarked;
