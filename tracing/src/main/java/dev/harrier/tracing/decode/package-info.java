/**
 * The third layer of the reader: records to {@linkplain dev.harrier.model.trace.Event events}.
 *
 * <p>{@link dev.harrier.tracing.decode.RecordedTrace} is a trace file as a {@code Trace}. Each
 * replay decodes the file again, in one pass, and keeps:
 *
 * <ul>
 *   <li>for each live goroutine what it waits for, because the end of a blocked operation is
 *       recorded by others: a channel operation that blocked is completed by its partner's record
 *       or by a close, and its event is made there, right after the partner's; a select that
 *       blocked is completed by its own later record;
 *   <li>for each address in use the object that lives there. Addresses are used again; a new object
 *       begins with a {@code Make}, a {@code ContextNew}, after a {@code Freed} that names its
 *       address, or with an acquire that the old object would not have allowed. Channels, of which
 *       there can be millions, are numbers on pages laid out as memory is;
 *   <li>what ids are looked up in, as for every kind of trace ({@link dev.harrier.tracing.table}).
 * </ul>
 *
 * <p>The cycle counter is converted to nanoseconds piecewise: every chunk header (and the file's)
 * holds a reading of both clocks.
 *
 * <p>Limits: two locks that used one address one after the other are one object unless one of the
 * above distinguishes them. After a gap, an acquire of a lock that seems to be held means that its
 * release was lost, not that the lock is new.
 */
@NullMarked
package dev.harrier.tracing.decode;

import org.jspecify.annotations.NullMarked;
