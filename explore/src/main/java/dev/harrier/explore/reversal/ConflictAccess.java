package dev.harrier.explore.reversal;

import dev.harrier.explore.step.OperationRole;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.StackId;

/**
 * An operation of a goroutine on something shared.
 *
 * @param name the goroutine's
 * @param operation which of the goroutine's operations it is, from 1
 * @param order of its event
 * @param locked whether the goroutine holds a lock meanwhile
 */
record ConflictAccess(
    long goroutine,
    GoroutineName name,
    long operation,
    long order,
    StackId stack,
    OperationRole role,
    boolean locked) {}
