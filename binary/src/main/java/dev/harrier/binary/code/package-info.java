/**
 * The machine code of a Go executable, function by function: instructions, where branches lead,
 * what is inlined where. Knows nothing of concurrency.
 */
@NullMarked
package dev.harrier.binary.code;

import org.jspecify.annotations.NullMarked;
