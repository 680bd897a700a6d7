/**
 * Checks that a trace can have happened: a tool for those who change the hooks, the format or the
 * reader, and for the tests of all three.
 *
 * <p>{@link dev.harrier.tracing.validate.FileValidator} checks what only the records of a file
 * show: dense tickets, whole records, known kinds, clocks that do not run backwards, program
 * counters within the text segment. {@link dev.harrier.tracing.validate.TraceValidator} checks what
 * the events of any trace must obey, one class for each subject: order, goroutines, locks,
 * channels, selects, wait groups, tests.
 *
 * <p>A bug of the traced program is no violation: what Go answers with a panic (a release of a lock
 * that is not held, a send on a closed channel, a negative wait group) is excused if a panic of the
 * same goroutine follows. When events are missing, only that is reported, because all else could
 * follow from it.
 */
@NullMarked
package dev.harrier.tracing.validate;

import org.jspecify.annotations.NullMarked;
