/**
 * The sentences of a report, made from the data of findings: one class for each sealed type of
 * {@link dev.harrier.model.finding}, one exhaustive switch in it. All formats that people read take
 * their words from here, so that a step is called the same in the text report, in SARIF and in an
 * editor.
 *
 * <p>Sentences are in the third person, begin in lower case and have no full stop; a renderer puts
 * them into lines. Goroutines are things: a goroutine that, never someone who.
 */
@NullMarked
package dev.harrier.report.words;

import org.jspecify.annotations.NullMarked;
