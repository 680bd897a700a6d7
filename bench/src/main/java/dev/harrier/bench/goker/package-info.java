/**
 * The kernels of GoKer, as they ship with Go: Harrier and Go's own leak profile look at the same
 * processes, and each difference between them is reported.
 *
 * <p>The kernels are those of GOROOT/src/runtime/testdata/testgoroutineleakprofile/goker (Go 1.26
 * and newer). They are copied to a module outside the repository. Each writes Go's leak profile
 * when it ends; Harrier judges at the end of the test and of the process, so it may see more: what
 * gets stuck later, and what Go's collector leaves out. The list of true leaks is that of Go's own
 * test of the profile, {@code runtime/goroutineleakprofile_test.go}, read when the benchmark runs.
 */
@NullMarked
package dev.harrier.bench.goker;

import org.jspecify.annotations.NullMarked;
