/**
 * The session of {@code harrier fuzz} and {@code harrier probe}: it wires builds, techniques,
 * workers and the corpus together, and makes the report.
 */
@NullMarked
package dev.harrier.cli.fuzzing;

import org.jspecify.annotations.NullMarked;
