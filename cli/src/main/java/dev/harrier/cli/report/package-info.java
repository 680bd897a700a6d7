/**
 * {@code harrier report} and {@code harrier baseline}: stored runs, logs, records of production and
 * profiles, without running anything.
 */
@NullMarked
package dev.harrier.cli.report;

import org.jspecify.annotations.NullMarked;
