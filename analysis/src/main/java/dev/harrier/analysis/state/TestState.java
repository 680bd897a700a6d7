package dev.harrier.analysis.state;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;

/**
 * A test that has begun and not ended.
 *
 * @param goroutine the goroutine that runs it
 * @param begun nanoseconds since the start of the process
 */
public record TestState(TestId test, GoroutineId goroutine, long begun) {}
