package dev.harrier.vet.expansion;

import dev.harrier.vet.ssa.Dominators;

/** Which part of a function's code an expansion takes. */
sealed interface Part {
  /** All of it. */
  record Whole() implements Part {}

  /** What may run before the call of {@code t.Parallel} at this instruction has returned. */
  record Before(int block, int index) implements Part {}

  /** What can only run after it. */
  record After(int block, int index) implements Part {}

  /** Whether the instruction belongs to the part. */
  default boolean includes(Dominators dominators, int inBlock, int atIndex) {
    return switch (this) {
      case Whole _ -> true;
      case Before(int block, int index) -> !follows(dominators, block, index, inBlock, atIndex);
      case After(int block, int index) -> follows(dominators, block, index, inBlock, atIndex);
    };
  }

  private static boolean follows(
      Dominators dominators, int block, int index, int inBlock, int atIndex) {
    return inBlock == block ? atIndex > index : dominators.dominates(block, inBlock);
  }
}
