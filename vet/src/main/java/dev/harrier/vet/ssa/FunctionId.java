package dev.harrier.vet.ssa;

/** The number of a function within a {@link Program}. */
public record FunctionId(int index) {}
