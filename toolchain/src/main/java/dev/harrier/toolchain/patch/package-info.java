/**
 * Makes an instrumented Go runtime out of the user's own GOROOT, without touching it.
 *
 * <p>The files that matter are copied, edited structurally and handed to the ordinary {@code go}
 * command with {@code -overlay}. An {@linkplain dev.harrier.toolchain.patch.GoSource edit} names
 * the function it works in and the line it hangs on, and insists on finding that exactly once: a Go
 * version whose sources differ is refused, never patched by luck. What releases call differently is
 * asked of their sources ({@link dev.harrier.toolchain.patch.WaitReasons} and {@code has} of a
 * source), not of a table of versions; a release newer than this Harrier gets as many edits as fit
 * ({@link dev.harrier.toolchain.patch.Extent}). Edits stay on the lines they are made on, so that
 * line numbers in Go's stack traces remain those of the original file. What is inserted is Go code
 * in {@code src/main/go/patch}, with markers that say where ({@link
 * dev.harrier.toolchain.patch.EditFile}). Hook code ({@code src/main/go}) is appended to files that
 * are there already, because {@code go vet}, which {@code go test} runs, does not know files that
 * an overlay adds to the standard library.
 *
 * <p>There are two overlays: the instrumented runtime of traced runs ({@link
 * dev.harrier.toolchain.patch.RuntimeEdits} and its like), and that of {@code harrier build}
 * ({@link dev.harrier.toolchain.patch.LeakEdits}), which changes only the collector. Both end
 * leaked goroutines by the same code ({@link dev.harrier.toolchain.patch.ReclaimEdits}).
 *
 * <p>What is only one operating system's is one file for each ({@link
 * dev.harrier.toolchain.patch.OperatingSystem}).
 *
 * <p>Everything is switched by environment variables when the program runs, so that one build
 * serves all modes and the build cache stays warm. The cache is keyed by content: an instrumented
 * build never answers for an ordinary one.
 */
@NullMarked
package dev.harrier.toolchain.patch;

import org.jspecify.annotations.NullMarked;
