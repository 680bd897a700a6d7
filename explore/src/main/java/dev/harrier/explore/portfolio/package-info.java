/**
 * Which schedule a target runs next when nothing is known that would speak for one: a fixed
 * rotation of strategies, with seeds that follow from one master seed.
 *
 * <p><b>Invariant.</b> The {@code n}-th schedule of a target depends on the master seed, the
 * target's name, {@code n} and the expected length of its runs, and only on these: not on the other
 * targets, the number of workers or the time.
 */
@NullMarked
package dev.harrier.explore.portfolio;

import org.jspecify.annotations.NullMarked;
