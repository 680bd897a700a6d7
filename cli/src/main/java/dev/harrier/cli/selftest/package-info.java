/**
 * Whether the hooks work with the Go that is there. {@link dev.harrier.cli.selftest.HookTrial} runs
 * the self-test program and compares; {@link dev.harrier.cli.selftest.NewRelease} decides with it
 * what commands do with a Go that is newer than this Harrier, and keeps what came out.
 */
@NullMarked
package dev.harrier.cli.selftest;

import org.jspecify.annotations.NullMarked;
