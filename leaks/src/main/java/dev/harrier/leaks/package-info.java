/**
 * What programs in production say about their leaked goroutines, and what follows from that.
 *
 * <p>Two sources are read: the JSON lines that a binary of {@code harrier build} writes ({@link
 * dev.harrier.leaks.LeakLog}, specified in {@code docs/leak-records.md}), and pprof profiles of
 * goroutines, of one process or of a fleet ({@link dev.harrier.leaks.GoroutineProfile}). Both
 * become {@link dev.harrier.leaks.BlockedGoroutines}; {@link dev.harrier.leaks.LeakFold} puts those
 * of one blocked place and one creation place together, and {@link dev.harrier.leaks.LeakFindings}
 * makes findings of them, which {@code report} ranks and renders. Finding leaks is the business of
 * {@code toolchain}'s Go half.
 *
 * <p>A log line and a {@code goroutineleak} profile are proof; a {@code goroutine} profile only
 * says which goroutines wait where, and the two are never mixed in one count. A profile does not
 * name the creation place: the outermost function of the stack stands for it.
 */
@NullMarked
package dev.harrier.leaks;

import org.jspecify.annotations.NullMarked;
