/**
 * Whether the hooks work with the Go that is there: a small program of Harrier's own ({@code
 * src/main/go/selftest}) is compiled with them and run, a {@link
 * dev.harrier.toolchain.selftest.Stage} at a time. Its lines say what its traces must have; {@code
 * dev.harrier.tracing.validate.RecordsCheck} compares.
 */
@NullMarked
package dev.harrier.toolchain.selftest;

import org.jspecify.annotations.NullMarked;
