/**
 * The race detector of controlled runs on the tests of Go's own detector, which no one here wrote.
 * They are built where they are, in GOROOT: they use its internal packages. And on the programs of
 * {@code harrier vet}, by tests that are generated for their functions.
 */
@NullMarked
package dev.harrier.bench.races;

import org.jspecify.annotations.NullMarked;
