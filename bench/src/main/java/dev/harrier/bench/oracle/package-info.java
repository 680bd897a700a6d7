/**
 * Small random programs, all that can come of each by a plain enumeration of its interleavings, and
 * what Harrier shows of it: the systematic search must show all of that and nothing else, the
 * strategies nothing else, races are reported where the memory model says so, and replays repeat.
 *
 * <p>A {@link dev.harrier.bench.oracle.Sample} is data. {@link dev.harrier.bench.oracle.Machine}
 * runs it by the rules of the language's specification, the memory model and the documentation of
 * the library, of which it shares no line with Harrier; the Go program in {@code bench/oracle}
 * interprets it, so that one binary serves for all of them.
 */
@NullMarked
package dev.harrier.bench.oracle;

import org.jspecify.annotations.NullMarked;
