/**
 * What operations that goroutines meet in do: {@link dev.harrier.vet.sync.SyncKind} is what the Go
 * memory model knows, {@link dev.harrier.vet.sync.OrderHint} is what only shows that something may
 * order two accesses, {@link dev.harrier.vet.sync.Exclusion} is how locks are held. The event graph
 * and what is known of libraries are written in these words.
 */
@NullMarked
package dev.harrier.vet.sync;

import org.jspecify.annotations.NullMarked;
