/**
 * Reads ELF64 little-endian executables: the program headers, the section headers where there are
 * any, and the words that a position-independent executable gets from its relative relocations.
 *
 * <p>The file is mapped, and only what is asked for is touched. Nothing depends on section headers:
 * they may be stripped or damaged. Source: System V ABI, "Object Files", and its AMD64 supplement.
 *
 * <p>Addresses are link-time virtual addresses throughout. Symbol tables, dynamic symbols and
 * relocations other than {@code R_X86_64_RELATIVE} are not here.
 */
@NullMarked
package dev.harrier.binary.elf;

import org.jspecify.annotations.NullMarked;
