package dev.harrier.model.trace;

/**
 * The circumstances that all events have in common.
 *
 * @param order position in the total order of the trace: strictly increasing, not necessarily dense
 * @param nanos nanoseconds since the start of the process; between two records that carry a clock
 *     reading it repeats the earlier one
 * @param goroutine that did it; {@link GoroutineId#NONE} for the runtime itself (a timer, the
 *     network poller)
 * @param stack where
 */
public record At(long order, long nanos, GoroutineId goroutine, StackId stack) {}
