/**
 * {@code harrier test}: runs tests with an instrumented runtime, reads their traces, and looks for
 * schedules that make predictions happen.
 */
@NullMarked
package dev.harrier.cli.test;

import org.jspecify.annotations.NullMarked;
