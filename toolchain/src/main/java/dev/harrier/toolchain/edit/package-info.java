/**
 * Edits that may fix findings, made from the syntax and the names of the source by a program in Go
 * ({@code src/main/go/edits}).
 *
 * <p><b>Invariants.</b> No file is written. An edit is suggested only if it certainly compiles and
 * leaves what else the function does as it is. Whether it fixes the finding, a run shows.
 */
@NullMarked
package dev.harrier.toolchain.edit;

import org.jspecify.annotations.NullMarked;
