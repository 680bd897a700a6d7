/**
 * Failures that tests report themselves: {@code t.Error}, {@code t.Fatal} and what calls them. The
 * trace says where, what the test printed says why. One run does not show whether the schedule
 * matters: that is for those who run the test again.
 */
@NullMarked
package dev.harrier.analysis.failure;

import org.jspecify.annotations.NullMarked;
