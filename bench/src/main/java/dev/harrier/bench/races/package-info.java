/**
 * The race detector of controlled runs on the tests of Go's own detector, which nobody here wrote.
 * They are built where they are, in GOROOT: they use its internal packages.
 */
@NullMarked
package dev.harrier.bench.races;

import org.jspecify.annotations.NullMarked;
