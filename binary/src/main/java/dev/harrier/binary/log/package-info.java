/**
 * The log of a rewritten program: its layout ({@code docs/internals/binary-log.md}), and how it is
 * drained and read. {@code binary.decode} makes a trace of it.
 */
@NullMarked
package dev.harrier.binary.log;

import org.jspecify.annotations.NullMarked;
