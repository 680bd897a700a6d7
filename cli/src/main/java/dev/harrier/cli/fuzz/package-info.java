/** {@code harrier fuzz}: its options, as the job that a session explores. */
@NullMarked
package dev.harrier.cli.fuzz;

import org.jspecify.annotations.NullMarked;
