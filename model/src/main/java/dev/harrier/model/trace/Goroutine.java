package dev.harrier.model.trace;

/**
 * What is known of a goroutine from its creation on; its state at some moment belongs to an
 * analysis.
 *
 * @param parent the creator, {@link GoroutineId#NONE} for the main goroutine
 * @param createdAt where the creator stood
 * @param start the function that it runs
 * @param test the innermost test that its creator worked for, or {@link TestId#NONE}
 * @param system whether the Go runtime started it for its own purposes
 */
public record Goroutine(
    GoroutineId id,
    GoroutineId parent,
    StackId createdAt,
    Site start,
    TestId test,
    boolean system) {}
