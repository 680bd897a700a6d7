package dev.harrier.vet.ssa;

import java.util.List;

/** Instructions that run one after the other; the last one decides which successor follows. */
public record BasicBlock(
    int index,
    List<Instruction> instructions,
    List<Integer> successors,
    List<Integer> predecessors) {
  public BasicBlock {
    instructions = List.copyOf(instructions);
    successors = List.copyOf(successors);
    predecessors = List.copyOf(predecessors);
  }
}
