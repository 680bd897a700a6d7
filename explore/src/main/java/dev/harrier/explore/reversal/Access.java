package dev.harrier.explore.reversal;

import dev.harrier.model.trace.StackId;

/**
 * An operation of a goroutine on an object.
 *
 * @param number the goroutine's, as the runtime numbers them
 * @param operation which of the goroutine's operations it is, from 1
 * @param order of its event
 * @param locked whether the goroutine holds a lock meanwhile
 */
record Access(
    long goroutine,
    int number,
    long operation,
    long order,
    StackId stack,
    Role role,
    boolean locked) {}
