/**
 * The report as one page that opens without a network: findings to search and filter, and for each
 * a timeline of its goroutines, the wait-for graph, the source, and the command that shows it
 * again.
 *
 * <p>{@link dev.harrier.report.html.PageWriter} writes what the page shows as JSON, with all
 * sentences made here; {@code page.js} lays it out and makes none. A finding is laid out when it is
 * opened, so that a page with thousands of them opens at once. The page forbids itself every
 * request (its content security policy), and text from programs is only ever set as text.
 *
 * <p>Timeline: the interleaving of the run that is replayed, where there is one; otherwise the
 * latest operations that the finding keeps of its goroutines and objects, in the order of the
 * trace. What lies between those was not kept, and the page says so.
 */
@NullMarked
package dev.harrier.report.html;

import org.jspecify.annotations.NullMarked;
