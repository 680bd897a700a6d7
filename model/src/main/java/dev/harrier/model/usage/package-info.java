/**
 * Where a program uses concurrency, as its source says: the fixed model against which coverage is
 * measured. Found by {@code dev.harrier.toolchain.usage}, used by {@code
 * dev.harrier.analysis.coverage}.
 */
@NullMarked
package dev.harrier.model.usage;

import org.jspecify.annotations.NullMarked;
