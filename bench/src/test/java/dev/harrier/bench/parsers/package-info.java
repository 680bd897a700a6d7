/**
 * Every reader of bytes that others may have written, each as a fuzz test of Jazzer. An ordinary
 * test run reads the corpus once, which stands among the resources under the name of the test
 * class: seeds from real runs, and each input that ever broke a reader. {@code bench/run parsers}
 * fuzzes.
 *
 * <p>What holds for each: a reading ends within a second of processor time, allocates no more than
 * {@link dev.harrier.bench.parsers.ReadingBounds} has, and ends with a result or with an exception
 * that its reader documents, whose message is a sentence for the user.
 */
@NullMarked
package dev.harrier.bench.parsers;

import org.jspecify.annotations.NullMarked;
