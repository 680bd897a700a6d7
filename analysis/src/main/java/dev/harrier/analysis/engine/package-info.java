/**
 * One pass over a trace for all rules.
 *
 * <p>The engine streams the events once, keeps the {@linkplain
 * dev.harrier.analysis.state.ProgramState live state}, and asks the rules only at the moments when
 * something can be said: at a checkpoint of all goroutines, when a panic ends the process, when a
 * wait group is used, when the collector finds a held lock dead, and at the end. One pass per rule
 * would decode the trace a dozen times; asking every rule at every event would cost more than
 * decoding. So a rule is one of five small interfaces: {@link
 * dev.harrier.analysis.engine.StuckAnalysis}, {@link dev.harrier.analysis.engine.PanicAnalysis},
 * {@link dev.harrier.analysis.engine.WaitGroupAnalysis}, {@link
 * dev.harrier.analysis.engine.LockAnalysis}, {@link
 * dev.harrier.analysis.engine.PredictiveAnalysis}.
 *
 * <p><b>Which rule speaks.</b> The rules of a kind form a list, most specific first; the first that
 * explains a stuck goroutine or a panic is the only one. A root cause is reported once, with all
 * goroutines that are stuck behind it.
 *
 * <p><b>Duplicates</b> fold by rule, place and creation site, see {@link
 * dev.harrier.analysis.engine.Findings}. Memory follows live goroutines and objects, and the number
 * of different findings, never the number of events.
 */
@NullMarked
package dev.harrier.analysis.engine;

import org.jspecify.annotations.NullMarked;
