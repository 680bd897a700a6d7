package dev.harrier.model.finding;

import dev.harrier.model.trace.LockMode;

/** A lock that a static analysis knows by its name in the source. */
public record HeldLock(String name, LockMode mode) {}
