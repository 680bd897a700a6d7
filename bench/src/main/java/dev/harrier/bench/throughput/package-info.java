/**
 * The two figures of GFuzz's section 7.4 for real modules: how many tests a second are explored,
 * and how much slower that is than running the same tests as they are, with as many at once.
 *
 * <p>Both ways take the tests in the same order, one test a process, round after round: first
 * natively until the budget of time is spent, then as many executions under {@code harrier fuzz}.
 * What {@code fuzz} does besides (analyses, coverage, orders, replays of findings) counts; builds
 * do not, either way.
 *
 * <p><b>Limits.</b> GFuzz's figures come from other programs, another machine and five workers. A
 * test that sleeps is faster under a virtual clock than natively, so a slowdown may be below 1.
 */
@NullMarked
package dev.harrier.bench.throughput;

import org.jspecify.annotations.NullMarked;
