/**
 * What Harrier tells a developer: {@linkplain dev.harrier.model.finding.Finding findings}, the
 * evidence behind them, the way to see them again, and how the run as a whole ended.
 *
 * <p>A finding is complete in itself: it holds resolved source sites, not ids into a trace, so that
 * it can be stored and rendered without the trace it came from.
 */
@NullMarked
package dev.harrier.model.finding;

import org.jspecify.annotations.NullMarked;
