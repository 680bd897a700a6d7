/**
 * The second layer of the reader: the records of all processors in one order.
 *
 * <p>Every ordered record has a ticket from one counter, and the tickets within a processor's
 * chunks grow. So the total order is a k-way merge of the processors by the smallest ticket (a
 * binary heap), and it needs memory for one cursor per processor. Tickets are dense: a step of more
 * than one is a gap, that is, records that were lost; a ticket that was already passed belongs to a
 * chunk that was copied or damaged, and its record is dropped.
 *
 * <p>Unordered records are handed over when their processor's cursor passes them, which is after
 * the ordered record before them and before any later ordered record of whatever processor.
 */
@NullMarked
package dev.harrier.tracing.order;

import org.jspecify.annotations.NullMarked;
