package dev.harrier.vet.ssa;

/** A parameter or a free variable as it was declared. */
public record Variable(String name, Type type, Position position) {}
