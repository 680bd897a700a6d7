/**
 * Edits that may fix findings, made from the syntax and the names of the source by a program in Go
 * ({@code src/main/go/edits}).
 *
 * <p><b>Invariants.</b> No file is written. An edit is suggested only where the source leaves no
 * doubt that it compiles and that the rest of the function does what it did; that it fixes the
 * finding, a run has to show.
 */
@NullMarked
package dev.harrier.toolchain.edit;

import org.jspecify.annotations.NullMarked;
