/**
 * The canonical form of a trace: what two runs of one schedule must have in common.
 *
 * <p>Goroutines are numbered in the order of their creation, objects by first appearance; times,
 * addresses, and what the runtime does for itself (its own goroutines, periodic checkpoints,
 * collections) are left out, and so is what took the decisions: a strategy and the plan that
 * repeats its decisions make the same run. Two runs replay each other if their canonical traces are
 * equal; the first event in which they differ is where something uncontrolled came in.
 *
 * <p>An event is kept as 64 bits, so that a trace of a million events costs 8 MB. Different events
 * have equal bits with a probability of 2<sup>-64</sup>, which is taken for never.
 */
@NullMarked
package dev.harrier.explore.canon;

import org.jspecify.annotations.NullMarked;
