/**
 * What keeps a test or a program from continuing, and the particular mistakes with locks, wait
 * groups and conds that leave goroutines stuck: {@code global-deadlock}, {@code test-timeout},
 * {@code double-lock}, {@code missing-unlock}, {@code waitgroup-stuck}, {@code cond-stuck}.
 *
 * <p>These rules name what has happened. Deadlocks that have not happened but could are another
 * matter and not found here.
 */
@NullMarked
package dev.harrier.analysis.deadlock;

import org.jspecify.annotations.NullMarked;
