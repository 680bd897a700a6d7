package dev.harrier.analysis.state;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;

/**
 * A test that has begun and not ended.
 *
 * @param goroutine the goroutine that runs it
 */
public record TestState(TestId test, GoroutineId goroutine) {}
