/**
 * Rewrites a Go executable so that it logs its concurrency operations.
 *
 * <p>Two segments are added above all others: data (the moved program headers, the address of the
 * log) and code (an entry stub that opens the log if the environment asks for it, a logger, a
 * trampoline for each hooked place). At a hooked place at least five bytes become a jump to its
 * trampoline, which logs, runs the displaced instructions and jumps back.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>No branch may lead into the middle of displaced bytes: branch targets, the points where
 *       calls return, jump tables and the deferreturn point of the function are known and avoided.
 *   <li>No displaced instruction may fault, because the runtime could not say where: memory
 *       operands are those of the stack, of g or of known addresses, or the access before has
 *       proved them.
 *   <li>Return addresses stay the original ones; a program counter in a trampoline belongs to no Go
 *       function, so no preemption and no stack scan happens there.
 *   <li>Registers are kept; flags too where they are live.
 *   <li>Whatever can't be hooked is a refusal, or a {@link
 *       dev.harrier.binary.rewrite.RewriteReport#blindSpots blind spot} in the report; never
 *       silence.
 * </ul>
 */
@NullMarked
package dev.harrier.binary.rewrite;

import org.jspecify.annotations.NullMarked;
