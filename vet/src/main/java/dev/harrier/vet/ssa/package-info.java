/**
 * Go programs in static single assignment form, as {@code golang.org/x/tools/go/ssa} defines it.
 *
 * <p>Operands name what they use by number within their function ({@link
 * dev.harrier.vet.ssa.Value.Register}); so phi nodes can refer forward and every part stays
 * immutable. Invariants are those of {@link dev.harrier.vet.ssa.SanityCheck}, which every import
 * passes. Dominators live here because SSA itself is defined by them.
 *
 * <p>Variables that a closure captures are always {@link dev.harrier.vet.ssa.Instruction.Alloc},
 * never registers. A loop variable is allocated once per loop or once per iteration as the language
 * version of its file demands: the SSA builder has decided that already.
 */
@NullMarked
package dev.harrier.vet.ssa;

import org.jspecify.annotations.NullMarked;
