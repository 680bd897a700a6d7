/**
 * How a user silences a finding that is meant to be so, with a reason, and learns when the silence
 * is no longer needed.
 *
 * <p>Two ways: a comment {@code //harrier:ignore rule reason} on the line that the finding points
 * at or on the line above, and an {@code [[ignore]]} table in the module's {@code .harrier.toml}:
 *
 * <pre>
 * [[ignore]]
 * rule = "goroutine-leak"
 * path = "internal/pool/**"          # optional: a glob, relative to the module
 * function = "example.com/m/pool.*"  # optional: a glob
 * reason = "the pool lives as long as the process"
 * </pre>
 *
 * <p>A suppression without a reason is not applied and noted; one that matches nothing is noted as
 * unused, if its rule was looked for in this run. Whether a note is shown is the caller's business.
 */
@NullMarked
package dev.harrier.report.suppress;

import org.jspecify.annotations.NullMarked;
