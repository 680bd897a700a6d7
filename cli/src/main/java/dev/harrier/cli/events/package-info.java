/**
 * The stream of {@code go test -json} with the findings in it, as output of the tests that they are
 * charged to, so that programs which read such a stream show them there without knowing of Harrier.
 *
 * <p>Findings are known only when all traces were read, which is after the tests. So the events
 * that say how a test or a package ended are held back until then; all else goes on as it comes. A
 * reader thus sees a test end late, and never an event of a test after its end. A test with a
 * finding that fails the run ends with {@code fail}, and so do its parents and its package.
 *
 * <p>Not done: reading the trace of a package as soon as it ends, which would release its tests
 * earlier.
 */
@NullMarked
package dev.harrier.cli.events;

import org.jspecify.annotations.NullMarked;
