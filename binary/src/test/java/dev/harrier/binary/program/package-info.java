/** Builds real Go programs for the tests, with any Go version, and runs them. */
@NullMarked
package dev.harrier.binary.program;

import org.jspecify.annotations.NullMarked;
