/** Commands of other programs, run as processes, and what Go prints about goroutines. */
@NullMarked
package dev.harrier.bench.process;

import org.jspecify.annotations.NullMarked;
