/**
 * Runs a program once: as a child process in a group of its own, with a limit of time and of
 * output, and with nothing left behind.
 *
 * <p>Exploring runs small programs hundreds of times a second, so what a start costs matters.
 * {@link java.lang.ProcessBuilder} starts each child through a helper program, and can neither give
 * it a group nor end one. {@link dev.harrier.explore.execute.Posix} therefore calls the C library's
 * own {@code posix_spawn}, {@code waitid} and {@code kill}.
 *
 * <p>What a run left behind (traces, output) lies in the directory that it was given; reading it is
 * the business of {@code dev.harrier.explore.worker}.
 */
@NullMarked
package dev.harrier.explore.execute;

import org.jspecify.annotations.NullMarked;
