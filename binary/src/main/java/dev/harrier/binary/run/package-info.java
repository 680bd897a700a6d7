/**
 * Runs a Go executable that no one prepared: a rewritten copy with the same arguments, environment,
 * working directory and standard streams, its logs read while it runs. The original is only read.
 */
@NullMarked
package dev.harrier.binary.run;

import org.jspecify.annotations.NullMarked;
