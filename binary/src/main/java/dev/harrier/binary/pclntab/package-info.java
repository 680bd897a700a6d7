/**
 * Turns program counters of a Go executable into functions, files and lines, inlined calls
 * expanded, with nothing but the tables that the Go runtime itself uses for its stack traces. They
 * are in every Go executable, stripped or not.
 *
 * <p>The way in: find the {@code pcHeader} by its magic number, find the {@code moduledata} that
 * points to it (by section where there is one, else by its structure: the pair of pointers to the
 * header and to the name table, confirmed by the slices that follow), read the few words of it that
 * matter, look up functions by binary search in the function table.
 *
 * <p>Sources, by file and declaration of Go: {@code internal/abi/symtab.go}; {@code
 * runtime/symtab.go} ({@code pcHeader}, {@code moduledata}, {@code pcvalue}, {@code Frames.Next});
 * {@code runtime/runtime2.go} ({@code _func}); {@code runtime/symtabinl.go} ({@code inlinedCall});
 * {@code cmd/link/internal/ld/pcln.go}. The header, {@code _func} and {@code inlinedCall} are the
 * same from Go 1.22 to 1.27; what moved between versions is in {@link
 * dev.harrier.binary.pclntab.GoLayout} and is checked against the file before it is used.
 *
 * <p>Offsets are relative to {@code runtime.text} unless a name says otherwise. Only needed
 * functions are parsed; opening a file costs a few reads. C code of cgo programs has no entry here.
 */
@NullMarked
package dev.harrier.binary.pclntab;

import org.jspecify.annotations.NullMarked;
