/**
 * How good a run was: GFuzz's feedback (section 5).
 *
 * <p>{@link dev.harrier.explore.feedback.MeasuresRecorder} takes the five measures of Table 1 from
 * the events of one run: how often each two operations followed each other on a channel, which
 * channels were made, closed and left open, and how full buffers were. {@link
 * dev.harrier.explore.feedback.Feedback} remembers what earlier runs of the same target showed,
 * says what is new, and how many mutations an order deserves by Equation 1.
 *
 * <p><b>Invariants.</b> Ids are digests of function, file and line, so measures of different runs,
 * workers and machines can be compared. Judging a run twice finds nothing new the second time.
 *
 * <p><b>Other than GFuzz.</b> All channels count, also those of libraries: the trace knows them
 * all, where GFuzz sees what it has instrumented. Counters have 32 bits, not 16. Pairs that collide
 * are counted together, as in GFuzz; with 64 bits instead of 16 that does not happen in practice. A
 * channel that the program made before tracing began is not among those created.
 */
@NullMarked
package dev.harrier.explore.feedback;

import org.jspecify.annotations.NullMarked;
