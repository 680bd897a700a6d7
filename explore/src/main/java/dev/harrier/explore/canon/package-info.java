/**
 * The canonical form of a trace: what two runs of one schedule must have in common.
 *
 * <p>Goroutines are numbered in the order of their creation, objects by first appearance; times,
 * addresses, and what the runtime does for itself (its own goroutines, periodic checkpoints,
 * collections) are left out, and so is what took the decisions: a strategy and the plan that
 * repeats its decisions make the same run. Two runs replay each other if their canonical traces are
 * equal; the first event in which they differ is where something uncontrolled came in.
 *
 * <p>An event is kept as 64 bits, so that a trace of a million events costs 8 MB. Two events that
 * differ by the name of a function, or by the message of a panic, have equal bits where these have
 * equal hashes of 32 bits; others almost never.
 */
@NullMarked
package dev.harrier.explore.canon;

import org.jspecify.annotations.NullMarked;
