/**
 * What the logs of rewritten programs are worth: held against exact models of what they record. The
 * programs and the commands are in {@code bench/binary}.
 */
@NullMarked
package dev.harrier.bench.binary;

import org.jspecify.annotations.NullMarked;
