/**
 * A schedule of one build of a program, for another build. A plan names goroutines and the points
 * of their paths by numbers, which differ once the code has changed. So the plan is run with the
 * program that it was made for, to learn at which operation of which goroutine each of its
 * decisions is taken ({@link dev.harrier.explore.transfer.ExecutionLog}), and each decision is
 * looked for at the same operation of the same goroutine in the changed program ({@link
 * dev.harrier.explore.transfer.PlanTransfer}). Two operations are the same if they are of one kind
 * and in functions of one name; which of several is meant follows from the longest common
 * subsequence of what the goroutine does ({@link dev.harrier.explore.transfer.Alignment}). Lines do
 * not count: a change moves them.
 */
@NullMarked
package dev.harrier.explore.transfer;

import org.jspecify.annotations.NullMarked;
