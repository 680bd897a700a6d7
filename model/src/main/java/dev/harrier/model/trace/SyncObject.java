package dev.harrier.model.trace;

/**
 * A synchronization object.
 *
 * @param madeAt where it was made if {@code madeKnown}; else where it was first used, because a
 *     zero-value lock or wait group comes into being without a trace
 * @param capacity of a channel; 0 for everything else
 */
public record SyncObject(
    ObjectId id, ObjectKind kind, StackId madeAt, boolean madeKnown, int capacity) {}
