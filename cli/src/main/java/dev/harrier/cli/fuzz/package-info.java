/**
 * {@code harrier fuzz}: options, and the session that wires builds, techniques, workers and the
 * corpus together.
 */
@NullMarked
package dev.harrier.cli.fuzz;

import org.jspecify.annotations.NullMarked;
