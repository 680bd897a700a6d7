/**
 * One pass over a trace for all rules.
 *
 * <p>The engine streams the events once, keeps the {@linkplain
 * dev.harrier.analysis.state.ProgramState live state}, and asks the rules only at the moments when
 * something can be said: when stock is taken of all goroutines, when a panic ends the process, and
 * at the few kinds of event that a rule names as its own. One pass per rule would decode the trace
 * a dozen times; asking every rule at every event would cost more than decoding. So a rule is one
 * of three small interfaces: {@link dev.harrier.analysis.engine.StuckAnalysis}, {@link
 * dev.harrier.analysis.engine.PanicAnalysis}, {@link dev.harrier.analysis.engine.EventAnalysis}.
 *
 * <p><b>Which rule speaks.</b> The rules of a kind form a list, most specific first; the first that
 * explains a stuck goroutine or a panic is the only one. A root cause is told once, with everybody
 * who is stuck behind it.
 *
 * <p><b>Duplicates</b> fold by rule, place and creation site, see {@link
 * dev.harrier.analysis.engine.Findings}. Memory follows live goroutines and objects, and the number
 * of different findings, never the number of events.
 */
@NullMarked
package dev.harrier.analysis.engine;

import org.jspecify.annotations.NullMarked;
