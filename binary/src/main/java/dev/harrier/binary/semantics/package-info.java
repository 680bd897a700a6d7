/**
 * What the concurrency operations of a Go program look like in machine code: which functions of the
 * runtime and of {@code sync} and {@code context} to watch, where in them, and what the registers
 * hold there, for each Go version. The knowledge is in two text files next to these classes, {@code
 * hooks.txt} and {@code layout.txt}; a new Go version is a matter of editing them.
 *
 * <p>Offsets in the runtime's structures are derived from the code of each executable too ({@link
 * dev.harrier.binary.semantics.OffsetCheck}); a difference means that the file comes from a
 * toolchain that Harrier does not know, and it is refused.
 */
@NullMarked
package dev.harrier.binary.semantics;

import org.jspecify.annotations.NullMarked;
