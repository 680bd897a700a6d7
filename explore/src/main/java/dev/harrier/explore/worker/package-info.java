/**
 * One execution from order to answer: a {@linkplain dev.harrier.explore.worker.Job job} says what
 * to run and how, a {@linkplain dev.harrier.explore.worker.Worker worker} runs it and reads the
 * trace, a {@linkplain dev.harrier.explore.worker.Result result} says what came of it.
 *
 * <p>Jobs and results are values without ties to this process or this machine (the executable
 * apart, which a remote worker must be given), so that a cluster can take the place of {@link
 * dev.harrier.explore.worker.LocalWorker} behind the same interface.
 *
 * <p>The table of a finding's run comes from {@link dev.harrier.explore.worker.InterleavingLog}:
 * one column for each goroutine that takes part in the finding, one row for each operation, and at
 * each switch its reason. It logs the operations of all goroutines of the program, and shows those
 * of the finding's own. Other goroutines may have run between two rows, so a switch has the reason
 * that was seen last.
 */
@NullMarked
package dev.harrier.explore.worker;

import org.jspecify.annotations.NullMarked;
