/**
 * {@code harrier fuzz}: options, and the session that wires builds, guides, workers and the corpus
 * together. What explorations for other commands share with it (workers, progress, replay strings)
 * is public.
 */
@NullMarked
package dev.harrier.cli.fuzz;

import org.jspecify.annotations.NullMarked;
