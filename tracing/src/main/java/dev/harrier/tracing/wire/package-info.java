/**
 * The first layer of the reader of {@code docs/internals/trace-format.md}: bytes to records.
 *
 * <p>{@link dev.harrier.tracing.wire.TraceFile} maps a file, checks its header and sorts its chunks
 * by processor and number. A {@link dev.harrier.tracing.wire.RecordCursor} walks the records of one
 * processor and undoes what the format abbreviates within a chunk: tickets as differences, the
 * goroutine and the cycle counter that hold until the next one, an object word that is the same as
 * before. Writers of the format, for tests and benchmarks, are among the tests.
 *
 * <p>Invariants: no byte of a file makes a cursor throw, read outside its chunk or fail to advance;
 * what can't be read is counted in {@link dev.harrier.tracing.wire.Damage}. A damaged record ends
 * its chunk, because records have no marks to find the next one by.
 *
 * <p>Not here: the order between processors ({@code order}) and any meaning of a record ({@code
 * decode}). The file must not shrink while it is open.
 */
@NullMarked
package dev.harrier.tracing.wire;

import org.jspecify.annotations.NullMarked;
