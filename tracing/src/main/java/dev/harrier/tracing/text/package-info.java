/**
 * The text form of a trace: one line for each event, written and read by people, specified in
 * {@code docs/internals/trace-format.md}, section "Text form".
 *
 * <p>{@link dev.harrier.tracing.text.TextTrace} parses it to a {@code Trace}, so that a test of an
 * analysis can say in a few lines what happened; {@link dev.harrier.tracing.text.TracePrinter}
 * prints any trace. Parsing what was printed gives an equal trace except for the numbering of
 * stacks and of the total order, which the text does not name.
 *
 * <p>A text trace is held in memory as a whole. It is not meant for millions of events.
 */
@NullMarked
package dev.harrier.tracing.text;

import org.jspecify.annotations.NullMarked;
