/**
 * What Harrier reports, as data: {@linkplain dev.harrier.model.finding.Finding findings}, what is
 * wrong ({@link dev.harrier.model.finding.Defect}), how it happened ({@link
 * dev.harrier.model.finding.Step}), what shows it ({@link dev.harrier.model.finding.Evidence}),
 * what speaks against it ({@link dev.harrier.model.finding.Doubt}), the way to see it again ({@link
 * dev.harrier.model.finding.Witness}), and how the run as a whole ended.
 *
 * <p>No sentence is made here or by whatever makes findings: a site, a goroutine and a number are
 * handed on, and {@code dev.harrier.report.words} says it. So a consumer never searches a text, and
 * a renderer chooses its words. The sealed types are switched over exhaustively; a new one shows
 * the compiler every renderer that has to say it.
 *
 * <p>A finding is complete in itself: it holds resolved source sites, not ids into a trace, so that
 * it can be stored and rendered without the trace it came from.
 */
@NullMarked
package dev.harrier.model.finding;

import org.jspecify.annotations.NullMarked;
