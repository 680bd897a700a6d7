/**
 * Runs {@code go test} with an overlay and accounts for every process of the run: what it printed
 * that says how it ended, whether it was instrumented as asked, that it is gone in the end.
 *
 * <p>Finding the user's Go is the business of {@code dev.harrier.toolchain.driver}, making the
 * overlay that of {@code dev.harrier.toolchain.patch}, and reading traces that of module tracing.
 */
@NullMarked
package dev.harrier.toolchain.run;

import org.jspecify.annotations.NullMarked;
