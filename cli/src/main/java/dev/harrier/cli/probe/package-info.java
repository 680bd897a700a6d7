/**
 * {@code harrier probe}: writes concurrent tests for packages that have sequential ones, learns
 * what all orders of their calls return, explores their schedules and reports what goes wrong.
 */
@NullMarked
package dev.harrier.cli.probe;

import org.jspecify.annotations.NullMarked;
