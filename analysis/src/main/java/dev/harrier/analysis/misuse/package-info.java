/**
 * Operations that Go itself forbids: {@code send-on-closed}, {@code double-close}, {@code
 * unlock-of-unlocked}, {@code waitgroup-misuse}, and {@code test-panic} for all other panics that
 * end the process.
 *
 * <p>A panic counts only if it ended the process: one that the program recovers is not reported.
 * Go's panics do not name the object; it is taken from the goroutine's last operation. The one rule
 * that needs no panic is an {@code Add} that nothing orders before the {@code Wait} that should
 * wait for it.
 */
@NullMarked
package dev.harrier.analysis.misuse;

import org.jspecify.annotations.NullMarked;
