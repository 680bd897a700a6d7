/**
 * What the events of a controlled run say of operations: which one of its goroutine it is ({@link
 * dev.harrier.explore.operation.Operations}), what it uses that goroutines share ({@link
 * dev.harrier.explore.operation.Uses}), and whether it matters which of two comes first ({@link
 * dev.harrier.explore.operation.Role}).
 */
@NullMarked
package dev.harrier.explore.operation;

import org.jspecify.annotations.NullMarked;
