/**
 * The log of a rewritten program: its layout ({@code docs/internals/binary-log.md}), reading it,
 * and making a {@link dev.harrier.model.trace.Trace} of it, with the tables of {@code
 * dev.harrier.tracing.table}. Here is what a log alone needs: an operation has a record for its
 * beginning, its commitment and its end ({@link dev.harrier.binary.log.Operation}), its event takes
 * a place in the order that is kept until it is known ({@link dev.harrier.binary.log.Emission}),
 * and how full buffers are is counted ({@link dev.harrier.binary.log.ChannelStates}).
 */
@NullMarked
package dev.harrier.binary.log;

import org.jspecify.annotations.NullMarked;
