/**
 * What a run of a Go program did: totally ordered {@linkplain dev.harrier.model.trace.Event events}
 * and the side tables they refer to (goroutines, objects, stacks, tests).
 *
 * <p>Every source of evidence (the instrumented runtime, a rewritten binary, a hand-written text
 * trace in a test) produces the same {@link dev.harrier.model.trace.Trace}, so that every analysis
 * runs on all of them. Nothing here knows how a trace was recorded; wire formats live in {@code
 * dev.harrier.tracing}.
 */
@NullMarked
package dev.harrier.model.trace;

import org.jspecify.annotations.NullMarked;
