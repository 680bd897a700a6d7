/**
 * Helps tests to be read as documentation: expected output in {@linkplain
 * dev.harrier.testkit.Golden files}, expected findings as {@linkplain
 * dev.harrier.testkit.WantComments comments} in the Go programs that have the bugs, pages in a real
 * {@linkplain dev.harrier.testkit.Browser browser}, traces as {@linkplain
 * dev.harrier.testkit.TraceCheck models} of locks and channels replay them.
 *
 * <p>Only tests and benchmarks depend on this module.
 */
@NullMarked
package dev.harrier.testkit;

import org.jspecify.annotations.NullMarked;
