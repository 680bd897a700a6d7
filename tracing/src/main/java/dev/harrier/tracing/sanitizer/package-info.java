/**
 * What Go's own race detector ({@code -race}) prints, as {@linkplain
 * dev.harrier.model.trace.ObservedRace races}. The only place that knows the form of that text: the
 * function {@code PrintReport} of ThreadSanitizer ({@code tsan_report.cpp}), as it is built for Go.
 *
 * <p>Which file the text goes to is the business of {@code dev.harrier.toolchain.run}; what a race
 * means to a reader that of {@code dev.harrier.analysis.race}.
 */
@NullMarked
package dev.harrier.tracing.sanitizer;

import org.jspecify.annotations.NullMarked;
