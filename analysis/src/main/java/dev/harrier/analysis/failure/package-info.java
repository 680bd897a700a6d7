/**
 * Failures that tests report themselves: {@code t.Error}, {@code t.Fatal} and what calls them. The
 * trace says where, what the test printed says why. One run does not show whether the schedule
 * matters: that takes further runs.
 */
@NullMarked
package dev.harrier.analysis.failure;

import org.jspecify.annotations.NullMarked;
