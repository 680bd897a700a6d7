/**
 * What is explored: a built {@linkplain dev.harrier.explore.target.Program program} and the
 * {@linkplain dev.harrier.explore.target.Target way to run it}, one test or the whole of a main
 * package. Building is the business of {@code dev.harrier.toolchain.build}, running that of {@code
 * dev.harrier.explore.execute}.
 */
@NullMarked
package dev.harrier.explore.target;

import org.jspecify.annotations.NullMarked;
