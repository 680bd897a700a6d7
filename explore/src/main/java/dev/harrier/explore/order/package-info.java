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
 * wishing for it means wishing for nothing. Every select counts, also those in libraries and those
 * with one case and a default. Orders are cut after some thousand tuples. The queue starts over
 * when its end is reached.
 *
 * <p><b>Limits.</b> A select is known by its place in the binary, so an order is good for one
 * build.
 */
@NullMarked
package dev.harrier.explore.order;

import org.jspecify.annotations.NullMarked;
