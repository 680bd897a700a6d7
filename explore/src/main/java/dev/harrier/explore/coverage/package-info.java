/**
 * How much of the concurrency of the sources executions have covered (GoAT). {@link
 * dev.harrier.explore.coverage.CoverageGuide} adds what each execution reached and steers nothing;
 * files and the server of a campaign keep it for later explorations.
 */
@NullMarked
package dev.harrier.explore.coverage;

import org.jspecify.annotations.NullMarked;
