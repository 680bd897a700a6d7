/**
 * Where a program uses concurrency, as its source says: the fixed model against which coverage is
 * measured; and what its runs have not shown of it. Found by {@code dev.harrier.toolchain.source},
 * measured by {@code dev.harrier.coverage}.
 */
@NullMarked
package dev.harrier.model.usage;

import org.jspecify.annotations.NullMarked;
