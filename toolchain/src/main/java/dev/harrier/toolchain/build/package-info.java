/**
 * Builds programs with an instrumented runtime, once, to be run many times: test binaries and main
 * packages. {@code go} does the work; one run of {@code go test} from start to end is the business
 * of {@code dev.harrier.toolchain.run}.
 */
@NullMarked
package dev.harrier.toolchain.build;

import org.jspecify.annotations.NullMarked;
