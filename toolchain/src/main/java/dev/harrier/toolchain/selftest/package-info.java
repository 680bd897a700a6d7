/**
 * Whether the hooks work with the Go that is there: a small program of Harrier's own is compiled
 * with them and run. What its trace must have is the business of module tracing.
 */
@NullMarked
package dev.harrier.toolchain.selftest;

import org.jspecify.annotations.NullMarked;
