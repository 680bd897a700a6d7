/**
 * The log of a rewritten program: its layout ({@code docs/binary-log.md}), reading it, and making a
 * {@link dev.harrier.model.trace.Trace} of it.
 */
@NullMarked
package dev.harrier.binary.log;

import org.jspecify.annotations.NullMarked;
