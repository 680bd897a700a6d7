/**
 * The side tables that every kind of trace fills in the same way, whatever it is read from: what an
 * instrumented runtime wrote ({@link dev.harrier.tracing.decode}) and the log of a rewritten
 * executable ({@code dev.harrier.binary.log}) are two sources of records for them.
 *
 * <p>{@link dev.harrier.tracing.table.Tables} is what ids are looked up in, some twenty bytes for
 * each goroutine, object and stack of a trace; {@link dev.harrier.tracing.table.LiveObjects} says
 * which object a record is about, by the address and by what the locks there allow, and {@link
 * dev.harrier.tracing.table.LiveGoroutines} holds what a decoder knows of each goroutine. {@link
 * dev.harrier.tracing.table.Tests} holds the one rule of attribution: a goroutine works for the
 * innermost test that it runs itself, else for the test that its creator worked for when it created
 * it.
 *
 * <p>Not here: how records become events. The runtime writes a record when an operation is over,
 * and says with it which goroutine was woken; a log has the beginning, the commitment and the
 * return of each, of which the event is put together. So what a goroutine is doing, the order of
 * events and the clock have nothing in common but their names.
 */
@NullMarked
package dev.harrier.tracing.table;

import org.jspecify.annotations.NullMarked;
