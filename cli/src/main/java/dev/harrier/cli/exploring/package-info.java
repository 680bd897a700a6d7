/**
 * What {@code test}, {@code fuzz}, {@code replay}, {@code vet} and {@code trace} share when they
 * explore schedules: the job, where its work comes from, workers, progress and replay strings.
 */
@NullMarked
package dev.harrier.cli.exploring;

import org.jspecify.annotations.NullMarked;
