/**
 * One execution from order to answer: a {@linkplain dev.harrier.explore.worker.Job job} says what
 * to run and how, a {@linkplain dev.harrier.explore.worker.Worker worker} runs it and reads the
 * trace, a {@linkplain dev.harrier.explore.worker.Result result} says what came of it.
 *
 * <p>Jobs and results are values without ties to this process or this machine (the executable
 * apart, which a remote worker must be given), so that a cluster can take the place of {@link
 * dev.harrier.explore.worker.LocalWorker} behind the same interface.
 */
@NullMarked
package dev.harrier.explore.worker;

import org.jspecify.annotations.NullMarked;
