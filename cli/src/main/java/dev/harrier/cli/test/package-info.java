/**
 * {@code harrier test}: runs tests with an instrumented runtime, reads their traces, and looks for
 * schedules that make predictions happen.
 *
 * <p>{@link dev.harrier.cli.test.TestEvents} is the stream of {@code go test -json} with the
 * findings in it, as output of the tests that they are charged to, so that programs which read such
 * a stream show them without knowing of Harrier. Findings are known only when all traces were read,
 * which is after the tests. So the events that report how a test or a package ended are held back
 * until then; all others pass as they come. A reader sees a test end late, and never an event of a
 * test after its end. A test with a finding that fails the run ends with {@code fail}, and so do
 * its parents and its package. Not done: reading the trace of a package as soon as it ends, which
 * would release its tests earlier.
 */
@NullMarked
package dev.harrier.cli.test;

import org.jspecify.annotations.NullMarked;
