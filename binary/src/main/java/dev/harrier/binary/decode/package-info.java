/**
 * Makes a {@link dev.harrier.model.trace.Trace} of the log of a rewritten program, with the tables
 * of {@code dev.harrier.tracing.table}. Here is what only a log needs: an operation has a record
 * for its beginning, its commitment and its end ({@link
 * dev.harrier.binary.decode.LoggedOperation}), its event takes a place in the order that is kept
 * until it is known ({@link dev.harrier.binary.decode.Emission}), and how full buffers are is
 * counted ({@link dev.harrier.binary.decode.ChannelStates}).
 */
@NullMarked
package dev.harrier.binary.decode;

import org.jspecify.annotations.NullMarked;
