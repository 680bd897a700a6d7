/**
 * Orders of concurrent messages: GFuzz's section 4.
 *
 * <p>An {@linkplain dev.harrier.explore.order.Order order} is the sequence of the cases that the
 * selects of a run took, read from its trace. A mutation gives every tuple a random valid case and
 * changes no select; {@linkplain dev.harrier.explore.order.Order#plan rendered as a plan} it makes
 * the runtime prefer those cases. Interesting orders stand in an {@linkplain
 * dev.harrier.explore.order.OrderQueue queue} and take turns; an attempt whose selects all waited
 * in vain comes again with three seconds more.
 *
 * <p><b>Other than GFuzz.</b> A default is a case of its own in an order, but can't be preferred:
 * preferring it means preferring nothing. Every select counts, also those in libraries and those
 * with one case and a default. Orders are cut after some thousand tuples. The queue starts over
 * when its end is reached.
 *
 * <p><b>Limits.</b> A select is known by its function and the offset in it, so an order holds in
 * every build that has the same function. Kept orders are used for the build that they were made
 * with.
 *
 * <p><b>Feedback</b> (section 5). {@link dev.harrier.explore.order.MeasuresRecorder} takes the five
 * measures of Table 1 from the events of one run: how often each two operations followed each other
 * on a channel, which channels were made, closed and left open, and how full buffers were. {@link
 * dev.harrier.explore.order.Feedback} remembers what earlier runs of the same target showed, says
 * what is new, and how many mutations an order deserves by Equation 1. Ids are digests of function,
 * file and line, so measures of different runs, workers and machines can be compared. Judging a run
 * twice finds nothing new the second time. Other than in GFuzz, all channels count, also those of
 * libraries, and counters have 32 bits, not 16. A channel that the program made before tracing
 * began is not among those created.
 *
 * <p>{@link dev.harrier.explore.order.OrderGuide} proposes orders and learns from what executions
 * show, {@link dev.harrier.explore.order.OrderFiles} keeps both from one exploration to the next.
 */
@NullMarked
package dev.harrier.explore.order;

import org.jspecify.annotations.NullMarked;
