/**
 * A decoder of x86-64 instruction boundaries: the length of an instruction, where its parts are,
 * and whether it branches. Enough to move instructions and to recognize a few of them; operands are
 * not interpreted further, undefined opcodes are recognized only where the opcode map leaves a
 * hole.
 *
 * <p>It is written by hand: no more than this is needed, and a library for all of it (iced-x86) is
 * in none of the repositories that the build resolves from.
 *
 * <p>Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2
 * (instruction format, REX, VEX, EVEX) and appendix A (opcode maps). The tests compare every
 * boundary with {@code objdump} over whole executables.
 */
@NullMarked
package dev.harrier.binary.x86;

import org.jspecify.annotations.NullMarked;
