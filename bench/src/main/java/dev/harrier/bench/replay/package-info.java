/** Whether a recorded run and its replay are the same, over programs, strategies and seeds. */
@NullMarked
package dev.harrier.bench.replay;

import org.jspecify.annotations.NullMarked;
