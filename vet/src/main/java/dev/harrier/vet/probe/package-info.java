/**
 * Concurrent tests that are generated: scenarios, which call methods of one object from several
 * goroutines, as the Go half makes them of a package's own tests, and what all sequential orders of
 * their calls return.
 */
@NullMarked
package dev.harrier.vet.probe;

import org.jspecify.annotations.NullMarked;
