/**
 * Whether a recorded run and its replay are the same, over programs, strategies and seeds, and
 * whether tests of which every schedule is said to be known show nothing else.
 */
@NullMarked
package dev.harrier.bench.replay;

import org.jspecify.annotations.NullMarked;
