package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Position;

/**
 * A read or a write of memory that goroutines may share.
 *
 * @param node where it happens
 */
public record MemoryAccess(
    int id, int node, Place place, boolean write, boolean atomic, Frame frame, Position position) {}
