/**
 * A simulated program that writes a trace file as the hooks would: the input of the fuzz test, of
 * the validator's test and of the benchmark.
 */
@NullMarked
package dev.harrier.tracing.simulate;

import org.jspecify.annotations.NullMarked;
